package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.query.PartitionReads;
import io.delaygate.scheduler.query.Placement;
import io.delaygate.scheduler.query.QueryEndpoint;
import io.delaygate.scheduler.query.QueryServer;
import io.delaygate.scheduler.query.StreamsPlacement;
import io.delaygate.scheduler.query.StreamsPlacement.Topic;
import io.delaygate.scheduler.view.KnownTargets;
import io.delaygate.scheduler.view.RemadeTopics;
import io.delaygate.service.directory.TopicStatus;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of queries from other threads to a running task. */
class QueryableTaskTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private final Placement placement = new StreamsPlacement(new Topic("delay-requests", 1));
  private SchedulerTask task;
  private QueryServer server;

  @BeforeEach
  void open(@TempDir Path directory) {
    task = new SchedulerTask(Setup.usual(), directory);
    var reads =
        new PartitionReads(
            task.queryable(),
            placement,
            Retention.of(Setup.HISTORY),
            new KnownTargets().reasons(),
            new RemadeTopics(() -> 0));
    server =
        new QueryServer(
            new QueryEndpoint("127.0.0.1", 0, Optional.empty(), Set.of()),
            reads,
            () -> START,
            () -> 0,
            System::nanoTime);
  }

  @AfterEach
  void close() {
    server.close();
    task.close();
  }

  @Test
  void pendingEndedAndUnknownJobsAreTold() throws Exception {
    // Given
    task.send(Request.schedule("pending", "orders", START + 100));
    task.send(Request.schedule("gone", "orders", START + 100));
    task.send(Request.cancel("gone"));

    // When
    var pending = ask("jobs/pending");
    var gone = ask("jobs/gone");
    var unknown = ask("jobs/unknown");

    // Then
    assertThat(json(pending).at("/job/state").asText()).isEqualTo("SCHEDULED");
    assertThat(json(gone).at("/job/state").asText()).isEqualTo("CANCELLED");
    assertThat(unknown.statusCode()).isEqualTo(404);
  }

  @Test
  void aTargetWhoseJobsWaitForTheirTurnOnlyIsNotBlamed() throws Exception {
    // Given
    task.send(Request.schedule("{t}a", "orders", START + 1).header("delay-ack", "true"));
    task.send(Request.schedule("{t}b", "orders", START + 2));
    task.clock(START + 2);
    var waiting = json(ask("stats?partitions=0"));

    // When
    task.send(Request.schedule("c", "orders", START + 3));
    task.topics().set("orders", new TopicStatus.Unreadable());
    task.clock(START + 3);

    // Then
    assertThat(waiting.at("/parked/0/reason").asText()).isEqualTo("EARLIER_JOB_UNFINISHED");
    assertThat(json(ask("stats?partitions=0")).at("/parked/0/reason").asText())
        .isNotEqualTo("EARLIER_JOB_UNFINISHED");
  }

  @Test
  void whoWaitsForACommandIsToldWhenItIsCarriedOut() throws Exception {
    // Given
    task.send(Request.schedule("a", "orders", START + 100));
    var later = http.sendAsync(question("committed?commands=0:1"), BodyHandlers.ofString());

    // When
    task.send(Request.schedule("b", "orders", START + 100));

    // Then
    assertThat(json(later.join()).get("committed").asBoolean()).isTrue();
    assertThat(json(ask("committed?commands=0:1")).get("committed").asBoolean()).isTrue();
    assertThat(json(ask("committed?commands=0:2")).get("committed").asBoolean()).isFalse();
    assertThat(ask("committed?commands=1:0").statusCode()).isEqualTo(501);
    assertThat(ask("committed").statusCode()).isEqualTo(501);
    assertThat(ask("committed?commands=0:-1").statusCode()).isEqualTo(501);
  }

  @Test
  void aTaskThatMovesIsAskedAtItsNewOwnerOnly() throws Exception {
    // Given
    task.send(Request.schedule("a", "orders", START + 100));

    // When
    task.passOn();

    // Then
    assertThat(ask("jobs/a").statusCode()).isEqualTo(200);
    task.leave();
    assertThat(ask("jobs/a").statusCode()).isEqualTo(503);
  }

  @Test
  void countsAndJobsAgreeWhileCommandsComeAndJobsFallDue() throws Exception {
    // Given
    var stop = new AtomicBoolean();
    var working = new CountDownLatch(200);
    var streamThread = Executors.newSingleThreadExecutor();
    var work =
        streamThread.submit(
            () -> {
              for (var round = 0L; !stop.get(); round++) {
                work(round);
                working.countDown();
              }
              return true;
            });
    assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();

    // When
    for (var i = 0; i < 200; i++) {
      var audit = ask("partitions/0/audit");

      // Then
      assertThat(json(audit).get("agrees").asBoolean()).as(audit.body()).isTrue();
    }
    stop.set(true);
    assertThat(work.get(30, TimeUnit.SECONDS)).isTrue();
    streamThread.shutdown();
  }

  private void work(long round) {
    for (var i = 0; i < 10; i++) {
      task.send(Request.schedule("job-" + i, "orders", START + round + i));
    }
    task.send(Request.cancel("job-" + round % 10));
    task.clock(START + round);
    assertThat(task.delivered()).isNotNull();
  }

  private HttpResponse<String> ask(String question) throws Exception {
    return http.send(question(question), BodyHandlers.ofString());
  }

  private HttpRequest question(String path) {
    var uri = URI.create("http://127.0.0.1:" + server.port() + "/internal/v1/" + path);
    return HttpRequest.newBuilder(uri).build();
  }

  private static JsonNode json(HttpResponse<String> answer) throws Exception {
    return new ObjectMapper().readTree(answer.body());
  }
}
