package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of jobs without an id that arrive together: each port sends them to one partition. */
class NewIdsHttpTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"30s\"}";
  private static final int JOBS = 50;

  @Test
  void ofSingleCalls() {
    try (var gateway = TestGateway.start()) {
      assertSticky(gateway, 1, () -> gateway.post(JOB));
    }
  }

  @Test
  void ofABatch() {
    var jobs = Collections.nCopies(JOBS, JOB).toString();
    try (var gateway = TestGateway.start()) {
      assertSticky(gateway, JOBS, () -> gateway.send("POST", "/v1/jobs/batch", jobs));
    }
  }

  @Test
  void ofClientsOfLmstfy(@TempDir Path folder) {
    try (var lmstfy = LmstfyClient.start(folder)) {
      assertSticky(lmstfy.gateway, 1, () -> lmstfy.put("/api/shop/q", "x"));
    }
  }

  /**
   * Asserts one partition, plus one for each {@code STAY} of JobIdGenerator that the calls took.
   */
  private static void assertSticky(
      TestGateway gateway, int jobsOfACall, Supplier<HttpResponse<String>> call) {
    assertThat(call.get().statusCode()).isBetween(200, 201);
    gateway.publisher.records.clear();
    var start = System.nanoTime();
    for (var jobs = 0; jobs < JOBS; jobs += jobsOfACall) {
      assertThat(call.get().statusCode()).isBetween(200, 201);
    }
    var took = Duration.ofNanos(System.nanoTime() - start);

    var partitions = gateway.publisher.records.stream().map(ProducerRecord::partition).distinct();
    assertThat(partitions.count()).isLessThanOrEqualTo(2 + took.toMillis() / 50);
  }
}
