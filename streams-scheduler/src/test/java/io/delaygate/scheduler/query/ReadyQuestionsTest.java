package io.delaygate.scheduler.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.schemas.job.Job;
import java.io.IOException;
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

/** What gateways ask about the ready jobs of queues. */
class ReadyQuestionsTest extends AskedServer {
  private static final String READY = "/internal/v1/ready?topic=mails&partitions=0";
  private static final String NEWS = "/internal/v1/ready/news";

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void aJobIsShownToOneWhoAsksAndTheNextToTheNext() throws Exception {
    // Given
    var stores = process.active(0);
    for (var id : List.of("b", "a", "c")) {
      stores.add(ready(id, 5));
    }
    stores.add(ready("urgent", 0));

    // When
    var heads = json(get(READY + "&limit=3&peek=true"));
    var first = json(get(READY + "&limit=2"));
    var second = json(get(READY + "&limit=5"));
    var third = json(get(READY));

    // Then
    assertThat(heads.get("heads").findValuesAsText("id")).containsExactly("urgent", "a", "b");
    assertThat(heads.get("more").booleanValue()).isTrue();
    assertThat(ids(first)).containsExactly("urgent", "a");
    assertThat(first.at("/jobs/0/payload/value").asText()).isNotEmpty();
    assertThat(ids(second)).containsExactly("b", "c");
    assertThat(ids(third)).isEmpty();
    assertThat(third.get("more").booleanValue()).isTrue();
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
  void largeJobsComeAFewAtATime() throws Exception {
    var stores = process.active(0);
    for (var i = 0; i < 5; i++) {
      var job = ready("large-" + i, 5);
      var payload = JobExamples.payload("x".repeat(100_000));
      stores.add(job.changed(payload, job.times(), NOW));
    }

    var told = json(get(READY));

    assertThat(ids(told)).containsExactly("large-0", "large-1", "large-2");
    assertThat(told.get("more").booleanValue()).isTrue();
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

  private static List<String> ids(JsonNode told) throws IOException {
    return told.get("jobs").findValues("job").stream().map(job -> job.get("id").asText()).toList();
  }

  private static Job ready(String id, int priority) {
    var job = JobExamples.prioritized(JobExamples.due(id, 500, "mails", null), priority);
    return job.offered(NOW);
  }
}
