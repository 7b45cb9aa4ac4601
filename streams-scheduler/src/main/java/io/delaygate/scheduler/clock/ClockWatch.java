package io.delaygate.scheduler.clock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Monitor of this process' clock: each {@link #look} judges it by the clocks of the brokers.
 *
 * <p>A clock is wrong when it differs from most brokers' by more than the limit, and right again
 * below half of it; otherwise a clock near the limit would hand partitions over every few seconds.
 * Without known offsets the verdict does not change. {@link #look} and {@link #close} are for one
 * thread, the rest is thread-safe.
 */
public final class ClockWatch implements AutoCloseable {
  /**
   * Interval of {@link #look} calls: a step of the clock is noticed within it, at the cost of a
   * wake-up.
   */
  public static final Duration EVERY = Duration.ofSeconds(1);

  /**
   * Time between two probes. A drifting clock needs hours for a second, and a clock that was set is
   * noticed at the next look. So this interval is for brokers' clocks, and for a metric that is
   * scraped twice a minute.
   */
  static final Duration PROBE_EVERY = Duration.ofSeconds(15);

  /**
   * Smallest change that counts as a set clock: far more than slewing, or a waiting thread, causes
   * between two looks.
   */
  static final Duration STEP = Duration.ofSeconds(1);

  private static final double MS_PER_SECOND = 1000.0;

  private final ClockOffsets offsets = new ClockOffsets();
  private final Probe probe;
  private final long limitMs;
  private final LongSupplier wall;
  private final LongSupplier ticker;
  private volatile @Nullable String obstacle;
  private volatile long trustedDriftMs;
  private @Nullable Long probedNanos;
  private long driftMs;

  /**
   * Creates a monitor without a verdict before its first {@link #look}.
   *
   * @param probe closed with this monitor
   * @param limit {@code clock.offset.max.ms}
   * @param wall epoch milliseconds, the clock that is watched
   * @param ticker monotonic nanoseconds
   */
  public ClockWatch(Probe probe, Duration limit, LongSupplier wall, LongSupplier ticker) {
    this.probe = probe;
    this.limitMs = limit.toMillis();
    this.wall = wall;
    this.ticker = ticker;
    this.driftMs = driftMs();
    this.trustedDriftMs = driftMs;
  }

  /** Probes the brokers if the interval is over or the clock was set, and judges the clock. */
  public void look() {
    var isSet = Math.abs(driftMs() - driftMs) > STEP.toMillis();
    if (isSet) {
      driftMs = driftMs();
      offsets.forget();
      probe.renew();
    }
    var last = probedNanos;
    if (isSet || last == null || ticker.getAsLong() - last >= PROBE_EVERY.toNanos()) {
      probedNanos = ticker.getAsLong();
      driftMs = driftMs();
      probe.take(this::sample);
    }
    judge();
  }

  /** Takes the times of an acknowledged record of a {@code LogAppendTime} topic. */
  public void sample(int broker, long sentMs, long appendedMs, long acknowledgedMs) {
    var sample = new ClockSample(sentMs, appendedMs, acknowledgedMs);
    offsets.add(broker, sample, ticker.getAsLong());
  }

  /** Message about a wrong clock; empty while the clock is right, or not known to be wrong. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  /**
   * Whether jobs that are due by this clock may be delivered: it is not known to be wrong, and was
   * not set since the last comparison. Cheap enough to be asked before each slice of deliveries, so
   * that after a leap of the clock no job leaves early in the second until the next {@link #look}.
   */
  public boolean isTrusted() {
    return obstacle == null && Math.abs(driftMs() - trustedDriftMs) <= STEP.toMillis();
  }

  /** The offsets by broker id, in seconds; positive where this process is ahead. */
  public Map<String, Double> offsetSeconds() {
    var seconds = new TreeMap<String, Double>();
    reading()
        .offsetsMs()
        .forEach((broker, ms) -> seconds.put(Integer.toString(broker), ms / MS_PER_SECOND));
    return seconds;
  }

  @Override
  public void close() {
    probe.close();
  }

  private void judge() {
    var reading = reading();
    if (reading.isKnown()) {
      var bound = obstacle == null ? limitMs : limitMs / 2;
      obstacle = reading.isOff(bound) ? reading.text(limitMs) : null;
      trustedDriftMs = driftMs;
    }
  }

  private ClockReading reading() {
    return offsets.reading(ticker.getAsLong());
  }

  /** Wall clock minus ticker; changes noticeably only when the wall clock is set. */
  private long driftMs() {
    return wall.getAsLong() - TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong());
  }

  /** Query of the brokers' times. For one thread. */
  public interface Probe extends AutoCloseable {
    /** Asks each broker, and waits some seconds for answers; a broker that fails is left out. */
    void take(Samples to);

    /** Drops clients that keep times of before the clock was set. */
    void renew();

    @Override
    void close();
  }

  /** Receiver of samples. Thread-safe. */
  @FunctionalInterface
  public interface Samples {
    /** Takes the times of one record, see {@link ClockWatch#sample}. */
    void add(int broker, long sentMs, long appendedMs, long acknowledgedMs);
  }
}
