package io.delaygate.scheduler.clock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Verdict whether this process' clock is right, made anew at each {@link #look}.
 *
 * <p>A clock is wrong when it differs from most brokers' by more than the limit, and right again
 * below half of it: one at the limit would else hand partitions over every few seconds. What is not
 * known changes no verdict. {@link #look} and {@link #close} are for one thread, the rest is
 * thread-safe.
 */
public final class ClockWatch implements AutoCloseable {
  /** How often {@link #look} is to be called: a step is seen as soon, at the cost of a wake-up. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  /**
   * Between two probes. A clock that drifts needs hours for a second, and one that is set is seen
   * at the next look; so this is for brokers' clocks, and a metric that is scraped twice a minute.
   */
  static final Duration PROBE_EVERY = Duration.ofSeconds(15);

  /** Far more than a clock is slewed by, or a thread waits, between two looks. */
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
   * A watch that knows nothing before its first {@link #look}.
   *
   * @param probe is closed with this
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

  /** Probes the brokers if it is time or the clock was set, and judges. */
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

  /** Takes what the acknowledgement of a record of a {@code LogAppendTime} topic told. */
  public void sample(int broker, long sentMs, long appendedMs, long acknowledgedMs) {
    var sample = new ClockSample(sentMs, appendedMs, acknowledgedMs);
    offsets.add(broker, sample, ticker.getAsLong());
  }

  /** What is wrong with the clock, in words; empty while it is right, or not known to be wrong. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  /**
   * Whether what is due by this clock may be delivered: it is not known to be wrong, and was not
   * set since it was last compared. Cheap enough to be asked before each slice of deliveries: a
   * clock that leaps ahead makes nothing leave early in the second until the next {@link #look}.
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

  /** Changes when the wall clock is set, and hardly otherwise. */
  private long driftMs() {
    return wall.getAsLong() - TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong());
  }

  /** Question to the brokers what time it is. For one thread. */
  public interface Probe extends AutoCloseable {
    /** Asks each broker, and waits some seconds for answers; one that fails is left out. */
    void take(Samples to);

    /** Gives up what remembers times of a clock that was set since. */
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
