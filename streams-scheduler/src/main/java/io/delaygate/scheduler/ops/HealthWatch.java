package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.ops.HealthFacts.Look;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.start.ReadyMark;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.ThreadMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background task that asks the brokers for what readiness depends on, answers probes from the last
 * answer, and logs when readiness changes; it ends nothing. A probe needs its answer at once, and
 * brokers may be slow. Thread-safe.
 */
public final class HealthWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthWatch.class);

  private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  /**
   * Interval while the scheduler is not ready, since a rollout waits for it. Not shorter, like that
   * of the topic directory.
   */
  private static final Duration TICK = Duration.ofMillis(200);

  /** Longer than the failure of one broker delays the answers of the others. */
  private static final long KNOWN_NANOS = Duration.ofSeconds(10).toNanos();

  private final KafkaStreams streams;
  private final TopicDirectory directory;
  private final OpenJobStores stores;
  private final StoreLags lags;
  private final Norms norms;
  private final Supplier<List<String>> blockedCommands;
  private final LongSupplier ticker;
  private final GuardedScheduler background;
  private final AtomicInteger changes = new AtomicInteger();
  private volatile @Nullable Seen seen;
  private boolean wasReady;

  /**
   * Creates a monitor without answers of the brokers until {@link #start}.
   *
   * @param watched stays the caller's and must outlive this monitor, which sets the state listener
   * @param ticker monotonic nanoseconds
   */
  public HealthWatch(
      Watched watched, Norms norms, LongSupplier ticker, BackgroundFailures failures) {
    this.streams = watched.streams();
    this.directory = watched.directory();
    this.stores = watched.stores();
    this.lags = new StoreLags(streams);
    this.norms = norms;
    this.blockedCommands = watched.blockedCommands();
    this.ticker = ticker;
    this.background = new GuardedScheduler("health-watch", failures);
    var metrics = watched.metrics();
    streams.setStateListener(
        (now, before) -> {
          changes.incrementAndGet();
          if (now == State.REBALANCING) {
            metrics.rebalanced();
          }
        });
    metrics.gauge(SchedulerMeter.STREAM_THREADS, this::runningThreads);
    metrics.gauge(SchedulerMeter.STORE_LAG, () -> lag(lags -> lags.max().orElse(0)));
    metrics.gauge(SchedulerMeter.STORES_WAITING_FOR_DISK, () -> stores.waitingForDisk().size());
    metrics.gauge(SchedulerMeter.RESTORE_LEFT, () -> lag(LongStream::sum));
  }

  /** Starts to ask the brokers. */
  public void start() {
    background.repeat(Duration.ZERO, TICK, this::tick);
  }

  /** Health of the scheduler; returns at once. */
  public Health health() {
    var facts =
        new HealthFacts(
            threads(), norms.threads(), streams.state(), known(), blockedCommands.get());
    return Diagnosis.of(facts, norms.lagMax());
  }

  private List<String> threads() {
    return streams.metadataForLocalThreads().stream().map(ThreadMetadata::threadState).toList();
  }

  private long runningThreads() {
    return threads().stream().filter(Diagnosis.RUNNING::equals).count();
  }

  private double lag(ToDoubleFunction<LongStream> of) {
    var look = known();
    return look == null
        ? Double.NaN
        : of.applyAsDouble(look.stores().stream().mapToLong(HealthFacts.StoreLag::records));
  }

  /**
   * Last answers of the brokers; null if they are old. Answers before the last change of state are
   * about other tasks.
   */
  private @Nullable Look known() {
    var last = seen;
    return last != null
            && last.change() == changes.get()
            && ticker.getAsLong() - last.at() < KNOWN_NANOS
        ? last.look()
        : null;
  }

  @Override
  public void close() {
    background.close();
  }

  private void tick() {
    var last = seen;
    var isYoung = last != null && ticker.getAsLong() - last.at() < EVERY_NANOS;
    if (isYoung && wasReady && known() != null) {
      return;
    }
    try {
      seen = look();
    } catch (KafkaException unanswered) {
      LOG.atDebug()
          .setCause(unanswered)
          .log("The brokers did not report the lag of the stores; the next check asks again");
    } finally {
      tell(health());
    }
  }

  /**
   * Asks the brokers. The time and the state are those before the requests, since an answer is
   * never fresher than that.
   */
  private Seen look() {
    var at = ticker.getAsLong();
    var change = changes.get();
    var topics = new TreeMap<String, TopicStatus>();
    norms.topics().forEach(topic -> topics.put(topic, directory.status(topic)));
    return new Seen(new Look(topics, lags.ask(), stores.waitingForDisk()), at, change);
  }

  private void tell(Health health) {
    if (health.ready() != wasReady) {
      wasReady = health.ready();
      if (wasReady) {
        LOG.atInfo().log("The scheduler is ready");
        ReadyMark.set();
      } else {
        LOG.atWarn()
            .addKeyValue(LogKey.WHY.key(), health.readyText())
            .log("The scheduler is no longer ready; it continues with what it can do");
      }
    }
  }

  /**
   * Parts that the monitor watches.
   *
   * @param blockedCommands lines about commands that wait for a transaction of a sender; must not
   *     block
   */
  public record Watched(
      KafkaStreams streams,
      TopicDirectory directory,
      OpenJobStores stores,
      SchedulerMetrics metrics,
      Supplier<List<String>> blockedCommands) {}

  /**
   * Requirements of a healthy scheduler.
   *
   * @param threads required number of stream threads
   * @param topics that must be writable
   * @param lagMax largest lag of a local store behind its changelog, in records
   */
  public record Norms(int threads, Set<String> topics, long lagMax) {}

  private record Seen(Look look, long at, int change) {}
}
