package io.delaygate.scheduler.ops;

import io.delaygate.service.query.LatenessHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Jobs that were emitted within the last minute and a half, by second: their lateness, and the
 * number of jobs that were scheduled, rejected and dead meanwhile. Prometheus histograms are
 * cumulative and need a query; this one shows the current state. Adding takes some 50 ns. Takes
 * memory as the lateness spreads: 1 MB if it is up to an hour in each second, at most 2 MB.
 * Thread-safe.
 */
public final class RecentEmissions {
  static final long WINDOW_MS = 60_000;

  /** Half a minute more than the window, so that a minute can still be read when it has ended. */
  private static final int SECONDS = 90;

  private static final long MS_PER_SECOND = 1_000;

  /** Upper bounds of the parts that gateways before histograms read; a last part has none. */
  private static final long[] UP_TO_MS = {
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 60_000, 600_000, 3_600_000
  };

  private final long startedMs;
  private final Second[] seconds = new Second[SECONDS];

  /** Starts now, epoch milliseconds. */
  RecentEmissions(long nowMs) {
    startedMs = nowMs;
    Arrays.setAll(seconds, i -> new Second());
  }

  /** Other things than emissions that are counted. */
  public enum Flow {
    /** New jobs, and replacements of pending ones. */
    SCHEDULED,
    /** Jobs that became dead letters. */
    DEAD,
    /** Commands that were rejected. */
    REJECTED
  }

  /**
   * Jobs that were emitted.
   *
   * @param overMs length of the time window, milliseconds: shorter after a start
   */
  public record Seen(long overMs, LatenessHistogram lateness) {
    /** Value of an instance that emitted no job. */
    public static Seen nothing() {
      return new Seen(WINDOW_MS, new LatenessHistogram());
    }

    /** Jobs by lateness, the least late first. */
    public List<Part> parts() {
      var jobs = lateness.parts(UP_TO_MS);
      var parts = new ArrayList<Part>();
      for (var part = 0; part < jobs.length; part++) {
        parts.add(new Part(part < UP_TO_MS.length ? UP_TO_MS[part] : Long.MAX_VALUE, jobs[part]));
      }
      return parts;
    }
  }

  /**
   * Number of jobs in a range of lateness.
   *
   * @param toMs largest lateness, above that of the part before; {@link Long#MAX_VALUE} for the
   *     last
   */
  public record Part(long toMs, long jobs) {}

  /** Sums of a minute. */
  public record Minute(LatenessHistogram lateness, long scheduled, long dead, long rejected) {}

  private static final class Second {
    private long number = -1;
    private final IntCountsHistogram lateness = new IntCountsHistogram(LatenessHistogram.DIGITS);
    private long maxMs;
    private long scheduled;
    private long dead;
    private long rejected;

    void begin(long now) {
      number = now;
      lateness.reset();
      maxMs = 0;
      scheduled = 0;
      dead = 0;
      rejected = 0;
    }

    void add(Flow flow) {
      switch (flow) {
        case SCHEDULED -> scheduled++;
        case DEAD -> dead++;
        case REJECTED -> rejected++;
      }
    }
  }

  synchronized void add(long nowMs, long latenessMs) {
    var second = at(nowMs);
    var bounded = Math.min(LatenessHistogram.LATENESS_MS_MAX, latenessMs);
    second.lateness.recordValue(bounded);
    second.maxMs = Math.max(second.maxMs, bounded);
  }

  synchronized void add(long nowMs, Flow flow) {
    at(nowMs).add(flow);
  }

  private Second at(long nowMs) {
    var now = nowMs / MS_PER_SECOND;
    var second = seconds[(int) (now % SECONDS)];
    if (second.number != now) {
      second.begin(now);
    }
    return second;
  }

  /** The jobs of the last minute. */
  synchronized Seen seen(long nowMs) {
    var overMs = Math.max(MS_PER_SECOND, Math.min(WINDOW_MS, nowMs - startedMs));
    return new Seen(overMs, until(nowMs / MS_PER_SECOND + 1).lateness());
  }

  /**
   * The minute that ended at this time, epoch milliseconds. Must be asked for within half a minute.
   */
  synchronized Minute minute(long endMs) {
    return until(endMs / MS_PER_SECOND);
  }

  private Minute until(long end) {
    var sum = new LatenessHistogram();
    var scheduled = 0L;
    var dead = 0L;
    var rejected = 0L;
    for (var second : seconds) {
      if (second.number >= end - WINDOW_MS / MS_PER_SECOND && second.number < end) {
        sum.add(second.lateness, second.maxMs);
        scheduled += second.scheduled;
        dead += second.dead;
        rejected += second.rejected;
      }
    }
    return new Minute(sum, scheduled, dead, rejected);
  }
}
