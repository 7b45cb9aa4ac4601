package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.query.PartitionReads;
import io.delaygate.scheduler.query.QueryEndpoint;
import io.delaygate.scheduler.query.QueryServer;
import io.delaygate.scheduler.query.StreamsPlacement;
import io.delaygate.scheduler.query.StreamsPlacement.Topic;
import io.delaygate.scheduler.view.KnownTargets;
import io.delaygate.scheduler.view.RemadeTopics;
import io.delaygate.service.directory.TopicStatus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a running task whose ready jobs gateways reserve. */
class ReservationHandlerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpClient http = HttpClient.newHttpClient();
  private SchedulerTask task;
  private QueryServer server;

  @BeforeEach
  void open(@TempDir Path directory) {
    task = new SchedulerTask(Setup.usual(), directory);
    task.topics().set("mails", new TopicStatus.Queue());
    var reads =
        new PartitionReads(
            task.queryable(),
            new StreamsPlacement(new Topic("delay-requests", 1)),
            Retention.of(Setup.HISTORY),
            new KnownTargets().reasons(),
            new RemadeTopics(() -> 0));
    server =
        new QueryServer(
            new QueryEndpoint("127.0.0.1", 0, Optional.empty(), Set.of()),
            reads,
            () -> START,
            System::nanoTime,
            System::nanoTime);
  }

  @AfterEach
  void close() {
    server.close();
    task.close();
  }

  @Test
  void theFirstJobsAreReservedEachForAsLongAsItIsWanted() throws Exception {
    // Given
    publish("c", "b", "a");

    // When
    var told = served(reserve("7200000,3600000"));
    var rest = served(reserve("3600000x5"));

    // Then
    assertThat(ids(told)).containsExactly("a", "b");
    assertThat(told.get("more").booleanValue()).isTrue();
    assertThat(told.at("/jobs/0/leaseMs").asLong()).isEqualTo(7_200_000);
    assertThat(told.at("/jobs/1/leaseMs").asLong()).isEqualTo(3_600_000);
    assertThat(told.at("/jobs/0/job/state").asText()).isEqualTo("RESERVED");
    assertThat(told.at("/jobs/0/payload/value").asText()).isNotEmpty();
    var leases = told.at("/jobs/0/job/leaseEndsMs").asLong();
    assertThat(leases - told.at("/jobs/1/job/leaseEndsMs").asLong()).isEqualTo(3_600_000);
    assertThat(ids(rest)).containsExactly("c");
    assertThat(rest.get("more").booleanValue()).isFalse();
    assertThat(ids(served(reserve("3600000")))).isEmpty();
  }

  @Test
  void whoAsksAtTheSameTimeGetsOthers() throws Exception {
    // Given
    publish("a", "b", "c");

    // When
    var first = reserve("3600000x2");
    until(() -> heads() == 1);
    var second = reserve("3600000x2");
    until(() -> heads() == 0);

    // Then
    assertThat(ids(served(first))).containsExactly("a", "b");
    assertThat(ids(served(second))).containsExactly("c");
  }

  @Test
  void aReservationIsToldWhenItIsCommittedAndOnlyThen() throws Exception {
    // Given
    publish("a");
    var told = reserve("3600000");
    until(() -> heads() == 0);

    // When
    task.poll();
    task.poll();

    // Then: another query is answered meanwhile
    assertThat(heads()).isZero();
    assertThat(told).isNotDone();
    task.abort();
    assertThat(ids(JSON.readTree(told.join().body()))).isEmpty();
  }

  @Test
  void largeJobsComeAFewAtATime() throws Exception {
    // Given
    for (var i = 0; i < 5; i++) {
      task.send(queued("large-" + i).value("x".repeat(100_000)));
    }

    // When
    var told = served(reserve("3600000x9"));

    // Then
    assertThat(ids(told)).containsExactly("large-0", "large-1", "large-2");
    assertThat(told.get("more").booleanValue()).isTrue();
  }

  @Test
  void aJobThatIsCancelledBeforeTheTaskLooksIsNobodys() throws Exception {
    // Given
    publish("a", "b");
    var told = reserve("3600000x2");
    until(() -> heads() == 0);

    // When
    task.send(Request.cancel("a"));

    // Then
    assertThat(ids(served(told))).containsExactly("b");
  }

  @Test
  void aTaskThatLeavesReservesNothing() throws Exception {
    // Given
    publish("a");
    var told = reserve("3600000");
    until(() -> heads() == 0);

    // When
    task.passOn();

    // Then
    assertThat(ids(JSON.readTree(told.join().body()))).isEmpty();
    assertThat(ids(served(reserve("3600000")))).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "2000x0", "2000x1001", "1000x600,1000x401", "86410001", "1,", "a"})
  void leasesThatAreNoneAreRefused(String leases) {
    assertThat(reserve(leases).join().statusCode()).isEqualTo(501);
  }

  private void publish(String... ids) {
    for (var id : ids) {
      task.send(queued(id));
    }
    task.clock(START + 1);
  }

  private static Request queued(String id) {
    return Request.schedule(id, "mails", START).header("delay-ack", "true");
  }

  private CompletableFuture<HttpResponse<String>> reserve(String leases) {
    var request = HttpRequest.newBuilder(uri("&leases=" + leases)).POST(BodyPublishers.noBody());
    return http.sendAsync(request.build(), BodyHandlers.ofString());
  }

  private int heads() {
    try {
      var told = http.send(HttpRequest.newBuilder(uri("")).build(), BodyHandlers.ofString());
      return JSON.readTree(told.body()).get("heads").size();
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private URI uri(String more) {
    var path = "/internal/v1/ready?topic=mails&partitions=0";
    return URI.create("http://127.0.0.1:" + server.port() + path + more);
  }

  /** The answer, which needs polls of the task. */
  private JsonNode served(CompletableFuture<HttpResponse<String>> told) throws IOException {
    until(
        () -> {
          task.poll();
          task.commit();
          return told.isDone();
        });
    assertThat(told.join().statusCode()).as(told.join().body()).isEqualTo(200);
    return JSON.readTree(told.join().body());
  }

  private static void until(BooleanSupplier isSo) {
    var end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!isSo.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static List<String> ids(JsonNode told) {
    return told.get("jobs").findValues("job").stream().map(job -> job.get("id").asText()).toList();
  }
}
