package io.delaygate.gateway.lmstfy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.queues.LeasedJob;
import io.delaygate.gateway.queues.ReadyJob;
import io.delaygate.schemas.contract.JobId;
import java.util.Base64;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JobObjectTest {
  private static final long NOW_MS = 1_767_225_600_000L;

  private final JobObject jobs = new JobObject("shop", NOW_MS);

  @Test
  void aJobOfAQueueIsWrittenAsClientsOfLmstfyReadIt() {
    var held = held("hi".getBytes(UTF_8));

    assertThat(jobs.consumed(held).toString())
        .isEqualTo(
            "{\"attributes\":null,\"data\":\"aGk=\",\"elapsed_ms\":1234,\"job_id\":\"j\","
                + "\"msg\":\"new job\",\"namespace\":\"shop\",\"queue\":\"q\","
                + "\"remain_tries\":3,\"ttl\":60}");
  }

  @Test
  void aJobWithoutALimitNeverShowsItsLastTry() {
    var held = held(new byte[0]);
    held.view().put("maxAttempts", 0).put("attempt", 70_000);

    assertThat(jobs.consumed(held).get("remain_tries").intValue()).isEqualTo(65_535);
  }

  @Test
  void attributesAreToldAndOtherHeadersAreNot() {
    var held = held(new byte[0]);
    held.job().record().headers().add("Job-Attr-b", "2".getBytes(UTF_8));
    held.job().record().headers().add("Job-Attr-a", "1".getBytes(UTF_8));
    held.job().record().headers().add("delay-job-attempt", "1".getBytes(UTF_8));

    assertThat(jobs.consumed(held).get("attributes").toString())
        .isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
  }

  @Test
  void dataIsStandardBase64WithPaddingWhateverTheBytes() {
    var all = new byte[256];
    for (var i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }

    var data = jobs.consumed(held(all)).get("data").textValue();

    assertThat(Base64.getDecoder().decode(data)).isEqualTo(all);
    assertThat(data).contains("+", "/").endsWith("==");
    assertThat(jobs.consumed(held(new byte[0])).get("data").textValue()).isEmpty();
    assertThat(jobs.consumed(held(null)).get("data").isNull()).isTrue();
  }

  /**
   * A job at its second of five attempts, published 1,234 ms ago, with a minute until its expiry.
   */
  private static LeasedJob held(byte @Nullable [] value) {
    var id = new JobId("@shop/j");
    var record = new ConsumerRecord<byte[], byte[]>("queue.shop.q", 0, 0, id.bytes(), value);
    var view =
        JsonNodeFactory.instance
            .objectNode()
            .put("lease", "l-1")
            .put("attempt", 2)
            .put("maxAttempts", 5)
            .put("createdMs", NOW_MS - 1_234)
            .put("expiresMs", NOW_MS + 60_000);
    return new LeasedJob("q", new ReadyJob(id, "l-0", record), view, 1_000, 60_000, 0);
  }
}
