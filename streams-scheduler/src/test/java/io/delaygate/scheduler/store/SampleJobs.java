package io.delaygate.scheduler.store;

import static java.util.Map.entry;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.DeadLetterReason;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobChange;
import io.delaygate.schemas.job.JobChanges;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.ParkingReason;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.job.Target;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Sample jobs of every shape, by the name of their golden file without its format. Samples are
 * added, never changed, because files of released formats must keep their meaning.
 */
final class SampleJobs {
  static final JobId ID = new JobId("order-4711");

  private static final long CREATED_MS = 1_767_225_600_000L; // 2026-01-01T00:00:00Z
  private static final long DUE_MS = CREATED_MS + 1_800_000;

  private static final RetryPolicy RETRY =
      new RetryPolicy(3, 45_000, LeaseStart.RESERVE, Backoff.fixed(Duration.ofSeconds(9)));

  static final Map<String, Job> BY_NAME =
      Map.ofEntries(
          entry("minimal", job(new Target("orders", null, null), null)),
          entry(
              "empty-fields",
              job(new Target("orders", bytes(""), 0), bytes(""), header("", bytes("")))),
          entry("full", full()),
          entry("parked", full().parked(DUE_MS + 86_400_000, null)),
          entry("waiting", full().parked(DUE_MS + 86_400_000, waiting())),
          entry("queue", ofQueue()),
          entry("turn", full().parked(JobTimes.NEVER, turn())),
          entry("leading", leading()),
          entry("farthest", farthest()),
          entry("expiring", expiring()),
          entry("prioritized", prioritized()),
          entry("acknowledged", acknowledged()),
          entry("reserved", reserved()),
          entry("handed-back", handedBack()),
          entry("dead", dead()),
          entry("by-a-caller", byCaller()),
          entry("changed", changed()),
          entry(
              "large",
              job(
                  new Target("t".repeat(249), new byte[1 << 14], 127),
                  new byte[1 << 15],
                  header("h".repeat(1 << 7), new byte[1 << 7]))));

  private SampleJobs() {}

  static Job get(String name) {
    return Objects.requireNonNull(BY_NAME.get(name), name);
  }

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
    return Job.scheduled(
        ID, full.times(), full.target(), full.payload(), Policy.USUAL.withPriority(9));
  }

  /** A job for a queue with the longest name that a target can have. */
  private static Job ofQueue() {
    var queue = "queue.default." + "q".repeat(255 - "queue.default.".length());
    return job(new Target(queue, bytes("k"), null), bytes("v"));
  }

  private static ParkingReason waiting() {
    return new ParkingReason(
        ReasonCode.TARGET_NO_LEADER, "no broker leads partition 3", DUE_MS + 7, 3);
  }

  private static ParkingReason turn() {
    return new ParkingReason(
        ReasonCode.EARLIER_JOB_UNFINISHED, "an earlier job is not finished", DUE_MS + 7, null);
  }

  /** A job that came to its turn before, and is due again. */
  private static Job leading() {
    var full = full();
    return new Job(
        ID,
        JobState.SCHEDULED,
        4,
        full.times(),
        full.target(),
        full.payload(),
        full.policy(),
        Attempts.NONE,
        null,
        null,
        true,
        JobChanges.NONE);
  }

  /** A job with the largest numbers, and more headers than one byte can count. */
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
        Policy.USUAL,
        Attempts.NONE,
        null,
        null,
        false,
        JobChanges.NONE);
  }

  /** An acknowledged job before its first delivery. */
  private static Job acknowledged() {
    var full = full();
    var policy = new Policy(5, OnExpiry.DROP, null, RetryPolicy.USUAL);
    return Job.scheduled(ID, full.times(), full.target(), full.payload(), policy);
  }

  /** An acknowledged job that failed once, and is reserved by a worker. */
  private static Job reserved() {
    var full = full();
    var policy = new Policy(0, OnExpiry.DEAD_LETTER, "letters.\u00fc", RETRY);
    return Job.scheduled(ID, full.times(), full.target(), full.payload(), policy)
        .delivered(DUE_MS, DUE_MS + 300_000)
        .reserved(DUE_MS + 5, DUE_MS + 45_005)
        .retried(DUE_MS + 10_000, AttemptEnd.RELEASED, "no route: \u20ac", DUE_MS + 1_000)
        .delivered(DUE_MS + 10_000, DUE_MS + 310_000)
        .reserved(DUE_MS + 10_005, DUE_MS + 55_005)
        .extended(DUE_MS + 99_000);
  }

  private static Job handedBack() {
    return reserved().handedBack(DUE_MS + 20_000);
  }

  private static Job dead() {
    var why = new DeadLetterReason(ReasonCode.ATTEMPTS_EXHAUSTED, "it was delivered 2 times");
    return reserved().dead(why, AttemptEnd.TIMED_OUT, null, DUE_MS + 99_000);
  }

  /** A job that was scheduled over HTTP, and nothing else. */
  private static Job byCaller() {
    return job(new Target("orders", null, null), bytes("v"))
        .noting(new JobChange(CREATED_MS, JobEvent.SCHEDULED, new Actor("ops"), 0, null));
  }

  /** A job with changes by several actors, one of them after the clock was set back. */
  private static Job changed() {
    var shop = new Actor("worker-7@shop");
    return reserved()
        .noting(new JobChange(CREATED_MS, JobEvent.SCHEDULED, shop, 0, null))
        .noting(new JobChange(DUE_MS, JobEvent.RESCHEDULED, Actor.KAFKA, 0, "one:8081"))
        .noting(new JobChange(DUE_MS - 9_000, JobEvent.PARKED, Actor.SCHEDULER, 1, "two:8081"))
        .noting(new JobChange(DUE_MS + 99_000, JobEvent.EXTENDED, shop, 2, "one:8081"));
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
