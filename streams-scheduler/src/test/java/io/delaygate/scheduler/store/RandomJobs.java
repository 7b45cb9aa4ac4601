package io.delaygate.scheduler.store;

import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.DeadLetterReason;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.ParkingReason;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random changes of few jobs, with few targets, priorities and namespaces, so that they collide.
 */
final class RandomJobs {
  /** All ids. */
  static final List<String> IDS =
      List.of(
          "a",
          "b",
          "c",
          "d",
          "e",
          "{s}a",
          "{s}b",
          "@red/a",
          "@red/b",
          "@red/{s}c",
          "@blue/a",
          "@blue/b");

  /** All targets. */
  static final List<String> TOPICS = List.of("orders", "orders-eu", "pay");

  private static final int[] PRIORITIES = {0, 5, 5, 9};
  private static final int AHEAD_MS = 60;

  private final Random random;

  RandomJobs(Random random) {
    this.random = random;
  }

  String id() {
    return IDS.get(random.nextInt(IDS.size()));
  }

  /** A random change of a job; null removes it, which is only returned for an existing job. */
  @Nullable KnownJob changed(String id, @Nullable KnownJob now, long nowMs) {
    if (now instanceof Job job) {
      return job.state() == JobState.DEAD ? changedDead(job, nowMs) : changed(job, nowMs);
    }
    if (now instanceof EndedJob ended) {
      return random.nextInt(4) == 0 ? null : scheduled(id, nowMs).succeeding(ended);
    }
    return scheduled(id, nowMs);
  }

  private Job scheduled(String id, long nowMs) {
    var partition = random.nextInt(3) == 0 ? random.nextInt(2) : null;
    var topic = TOPICS.get(random.nextInt(TOPICS.size()));
    var lasting = JobExamples.due(id, dueMs(nowMs), topic, partition);
    var job = random.nextInt(3) == 0 ? expiring(lasting, nowMs) : lasting;
    return JobExamples.prioritized(job, PRIORITIES[random.nextInt(PRIORITIES.length)]);
  }

  private Job expiring(Job job, long nowMs) {
    var times = job.times().expiring(nowMs + random.nextInt(2 * AHEAD_MS));
    return job.changed(job.payload(), times, nowMs);
  }

  /** A random due time: some are now, and some are in the past. */
  private long dueMs(long nowMs) {
    return nowMs - 10 + random.nextInt(AHEAD_MS);
  }

  private @Nullable KnownJob changed(Job job, long nowMs) {
    return switch (random.nextInt(10)) {
      case 0 -> null;
      case 1, 2 -> EndedJob.of(job, EndState.CANCELLED, nowMs);
      case 3, 4 -> job.dueAt(dueMs(nowMs), nowMs);
      case 5 -> job.changed(JobExamples.payload("new " + nowMs), job.times(), nowMs);
      case 6 -> parked(job, nowMs);
      case 7 -> dead(job, nowMs);
      case 8 -> scheduled(job.id().text(), nowMs).succeeding(job);
      default -> attempted(job, nowMs);
    };
  }

  private Job attempted(Job job, long nowMs) {
    return switch (job.state()) {
      case READY -> job.reserved(nowMs, nowMs + AHEAD_MS);
      case RESERVED -> job.retried(dueMs(nowMs), AttemptEnd.RELEASED, "busy", nowMs);
      default -> sent(job, nowMs);
    };
  }

  /** A delivery to its topic, or an offer in its queue. */
  private Job sent(Job job, long nowMs) {
    return random.nextBoolean() ? job.delivered(nowMs, nowMs + AHEAD_MS) : job.offered(nowMs);
  }

  private @Nullable KnownJob changedDead(Job job, long nowMs) {
    return switch (random.nextInt(3)) {
      case 0 -> EndedJob.of(job, EndState.DISCARDED, nowMs);
      case 1 -> job.kicked(nowMs, null, JobTimes.NEVER);
      default -> null;
    };
  }

  /** A random result for a due job. */
  @Nullable KnownJob delivered(Job job, long nowMs) {
    return switch (random.nextInt(6)) {
      case 0 -> null;
      case 1 -> sent(job, nowMs);
      case 2 -> parked(job, nowMs);
      case 3 -> job.retried(dueMs(nowMs), AttemptEnd.TIMED_OUT, null, nowMs);
      default -> EndedJob.of(job, EndState.DELIVERED, nowMs);
    };
  }

  private Job parked(Job job, long nowMs) {
    if (random.nextInt(3) == 0) {
      var turn = new ParkingReason(ReasonCode.EARLIER_JOB_UNFINISHED, "not yet", nowMs, null);
      return job.parked(JobTimes.NEVER, turn);
    }
    var partition = random.nextBoolean() ? random.nextInt(2) : null;
    var why = new ParkingReason(ReasonCode.TARGET_NO_LEADER, "no leader", nowMs, partition);
    return job.parked(nowMs + 10L * AHEAD_MS, random.nextInt(4) == 0 ? null : why);
  }

  private static Job dead(Job job, long nowMs) {
    var why = new DeadLetterReason(ReasonCode.TARGET_REFUSED, "refused");
    return job.dead(why, AttemptEnd.BURIED, "broken", nowMs);
  }
}
