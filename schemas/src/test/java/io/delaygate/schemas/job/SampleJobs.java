package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of every shape, by the name of their golden file without its format. Jobs are added, never
 * changed: the files of released formats must go on meaning them.
 */
final class SampleJobs {
  static final JobId ID = new JobId("order-4711");

  private static final long CREATED_MS = 1_767_225_600_000L; // 2026-01-01T00:00:00Z
  private static final long DUE_MS = CREATED_MS + 1_800_000;

  static final Map<String, Job> BY_NAME =
      Map.of(
          "minimal",
          job(new Target("orders", null, null), null),
          "empty-fields",
          job(new Target("orders", bytes(""), 0), bytes(""), header("", bytes(""))),
          "full",
          full(),
          "parked",
          full().parked(DUE_MS + 86_400_000),
          "farthest",
          farthest(),
          "expiring",
          expiring(),
          "prioritized",
          prioritized(),
          "large",
          job(
              new Target("t".repeat(249), new byte[1 << 14], 127),
              new byte[1 << 15],
              header("h".repeat(1 << 7), new byte[1 << 7])));

  private SampleJobs() {}

  private static Job full() {
    return job(
        new Target("orders.v1_\u00fc", new byte[] {0, -1, 127, -128}, 7),
        bytes("{\"order\":4711}"),
        header("trace-id", bytes("1")),
        header("trace-id", bytes("1")),
        header("\u00fcber", bytes("")),
        header("none", null),
        header("trace-id", bytes("0")));
  }

  private static Job expiring() {
    var times = JobTimes.due(CREATED_MS, DUE_MS).expiring(DUE_MS + 1);
    return Job.scheduled(ID, times, full().target(), full().payload(), Policy.USUAL);
  }

  private static Job prioritized() {
    var full = full();
    return Job.scheduled(ID, full.times(), full.target(), full.payload(), new Policy(9));
  }

  /** Every number at its end, and more headers than one byte counts. */
  private static Job farthest() {
    var times = new JobTimes(0, Long.MAX_VALUE, Long.MAX_VALUE, JobTimes.NEVER);
    var headers = new Header[200];
    for (var i = 0; i < headers.length; i++) {
      headers[i] = header("h" + i, i % 2 == 0 ? null : new byte[i]);
    }
    return new Job(
        ID,
        JobState.PARKED,
        Long.MAX_VALUE,
        times,
        new Target("o", bytes("k"), Integer.MAX_VALUE),
        new Payload(bytes("v"), List.of(headers)),
        Policy.USUAL);
  }

  private static Job job(Target target, byte @Nullable [] value, Header... headers) {
    var times = JobTimes.due(CREATED_MS, DUE_MS);
    return Job.scheduled(ID, times, target, new Payload(value, List.of(headers)), Policy.USUAL);
  }

  private static Header header(String name, byte @Nullable [] value) {
    return new RecordHeader(name, value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
