package io.delaygate.scheduler.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.schemas.job.Job;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Tests of the calls by which gateways look at the ready jobs of queues. */
class ReadyQuestionsTest extends AskedServer {
  private static final String READY = "/internal/v1/ready?topic=mails&partitions=0";
  private static final String NEWS = "/internal/v1/ready/news";

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void theFirstJobsAreShownInOrderAndStay() throws Exception {
    // Given
    var stores = process.active(0);
    for (var id : List.of("b", "a", "c")) {
      stores.add(ready(id, 5));
    }
    stores.add(ready("urgent", 0));

    // When
    var some = json(get(READY + "&limit=3"));
    var all = json(get(READY));

    // Then
    assertThat(ids(some)).containsExactly("urgent", "a", "b");
    assertThat(some.get("more").booleanValue()).isTrue();
    assertThat(ids(all)).containsExactly("urgent", "a", "b", "c");
    assertThat(all.get("more").booleanValue()).isFalse();
  }

  @Test
  void whereNothingIsReadyThatIsSaid() throws Exception {
    process.active(0).add(JobExamples.due("later", 5_000, "mails", null));

    var told = json(get(READY));

    assertThat(ids(told)).isEmpty();
    assertThat(told.get("more").booleanValue()).isFalse();
  }

  @Test
  void aStandbyShowsNothing() throws Exception {
    process.standby(0).add(ready("a", 5));

    assertThat(get(READY).statusCode()).isEqualTo(421);
  }

  @Test
  void whoWaitsIsToldWhenAQueueGetsAJob() throws Exception {
    // Given
    var stores = process.active(0);
    var at = JSON.readTree(news("one", 0, 0).join().body());
    var told = news("one", at.get("process").asLong(), at.get("number").asLong());

    // When
    until(() -> process.reads().readyNews().waiting() == 1);
    stores.add(ready("a", 5));

    // Then
    assertThat(told).succeedsWithin(Duration.ofSeconds(4));
    assertThat(JSON.readTree(told.join().body()).get("topics"))
        .extracting(JsonNode::asText)
        .containsExactly("mails");
  }

  private static void until(BooleanSupplier isSo) {
    var end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!isSo.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private CompletableFuture<HttpResponse<String>> news(String asker, long process, long number) {
    var uri = URI.create("http://127.0.0.1:" + server.port() + NEWS);
    var request =
        HttpRequest.newBuilder(uri)
            .POST(BodyPublishers.ofString(body(asker, process, number)))
            .build();
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  private static String body(String asker, long process, long number) {
    return "{\"asker\":\"%s\",\"process\":%d,\"number\":%d,\"topics\":[\"mails\"]}"
        .formatted(asker, process, number);
  }

  private static List<String> ids(JsonNode told) {
    return told.get("heads").findValuesAsText("id");
  }

  private static Job ready(String id, int priority) {
    var job = JobExamples.prioritized(JobExamples.due(id, 500, "mails", null), priority);
    return job.offered(NOW);
  }
}
