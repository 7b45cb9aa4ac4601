package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.Outcome;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** Gateway for clients of lmstfy, with fake schedulers whose jobs a test adds. */
final class LmstfyJobs implements AutoCloseable {
  static final long NOW_MS = TestGateway.CLOCK.millis();
  static final String TOPIC = "queue.shop.q";
  static final String REPLIES = "queue.shop._replies";

  final QueryServers schedulers = QueryServers.of(1);
  final LmstfyClient lmstfy;

  private LmstfyJobs(Path folder) {
    lmstfy = LmstfyClient.start(folder, "scheduler.urls", schedulers.urls());
  }

  static LmstfyJobs start(Path folder) {
    return new LmstfyJobs(folder);
  }

  /** Restores the initial state. */
  void reset() {
    schedulers.reset();
    lmstfy.gateway.scheduler.obeys();
    lmstfy.gateway.publisher.records.clear();
  }

  /** Adds the job {@code j} to the queue {@code q}. */
  ObjectNode add(String state) {
    return add("j", state, TOPIC);
  }

  /** Adds a job with the payload {@code hi}; returns its view, which the test may change. */
  ObjectNode add(String id, String state, String topic) {
    var stored = "@shop/" + id;
    var payload = QueryServers.JSON.createObjectNode();
    payload.put("value", base64("hi"));
    payload.putArray("headers").addObject().put("name", "Job-Attr-trace").put("value", "MQ==");
    schedulers.payloads.put(stored, payload);
    var due = NOW_MS + Duration.ofHours(1).toMillis();
    return schedulers.add(stored, due, topic).put("state", state);
  }

  /** Adds a job with a ready reply; the consumer of the reply gets the lease {@code l-2}. */
  String addReply() {
    var job = publish();
    add(job + ".reply", "READY", REPLIES).put("lease", "l-1");
    lmstfy.gateway.scheduler.says(
        Outcome.RESERVED,
        "job",
        "{\"state\":\"RESERVED\",\"lease\":\"l-2\",\"attempt\":1,\"maxAttempts\":1,"
            + "\"createdMs\":%d}".formatted(NOW_MS));
    return job;
  }

  /** Publishes a job that no scheduler knows; returns its id. */
  String publish() {
    return TestGateway.json(lmstfy.put("/api/shop/q", "x")).get("job_id").textValue();
  }

  /** Headers of the last command. */
  List<String> last() {
    return MemoryPublisher.headers(lmstfy.gateway.publisher.last());
  }

  /** Ids of the jobs of all commands that were sent. */
  List<String> sentTo() {
    return lmstfy.gateway.publisher.records.stream()
        .map(record -> new String(record.key(), UTF_8))
        .toList();
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  static void assertDone(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
  }

  @Override
  public void close() {
    lmstfy.close();
    schedulers.close();
  }
}
