package io.delaygate.scheduler.backlog;

import io.delaygate.scheduler.ops.SchedulerMeter;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lag of the command topics in the partitions of this scheduler: the one figure that metrics,
 * answers to gateways and alerts use. A background thread asks the brokers; reads return at once.
 *
 * <p>The consumers' {@code records-lag} is not used: it shows the last fetch only, so it shows
 * thousands where hundreds of thousands wait, and it does not count records of open transactions.
 *
 * <p>Thread-safe.
 */
public final class Backlog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

  /**
   * Figures of a second ago are good enough for people and scrapes; a look costs three small
   * requests.
   */
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final CommandLogs logs;
  private final Supplier<Optional<Set<Integer>>> owned;
  private final LongSupplier ticker;
  private final GuardedScheduler background;
  private final BlockingTransactions transactions;
  private volatile BacklogSnapshot snapshot;

  /**
   * Creates a backlog that is unknown until {@link #start}.
   *
   * @param owned partitions of this scheduler, empty while they are not known; may throw while
   *     Kafka Streams does not run
   * @param wall epoch milliseconds
   * @param ticker monotonic nanoseconds
   */
  public Backlog(
      CommandLogs logs,
      Supplier<Optional<Set<Integer>>> owned,
      LongSupplier wall,
      LongSupplier ticker,
      BackgroundFailures failures) {
    this.logs = logs;
    this.owned = owned;
    this.ticker = ticker;
    this.snapshot = BacklogSnapshot.none(logs::of);
    this.background = new GuardedScheduler("backlog", failures);
    this.transactions =
        new BlockingTransactions(() -> snapshot, logs.senders(), wall, ticker, failures);
  }

  /** Registers the figures as metrics, in the place of those of an earlier backlog. */
  public void show(SchedulerMetrics metrics) {
    metrics.gauge(SchedulerMeter.REQUESTS_LAG, this::total);
    metrics.gauge(SchedulerMeter.OPEN_TRANSACTION, transactions::oldestSeconds);
  }

  /** Starts to ask the brokers. */
  public void start() {
    background.repeat(Duration.ZERO, EVERY, this::look);
    transactions.start();
  }

  /** Number of unread commands by partition; a partition whose number is not known is missing. */
  public Map<Integer, Long> unread() {
    return snapshot.unread(ticker.getAsLong());
  }

  /**
   * Lines for people about commands that wait for the end of a long transaction; empty when none
   * wait. A scheduler cannot repair that.
   */
  public List<String> blocked() {
    return transactions.texts();
  }

  /** Number of unread commands of all partitions; NaN while that of a partition is not known. */
  private double total() {
    return snapshot.total(ticker.getAsLong());
  }

  @Override
  public void close() {
    background.close();
    transactions.close();
  }

  private void look() throws InterruptedException {
    var askedAt = ticker.getAsLong();
    var partitions = owned();
    var asked =
        (partitions == null ? Set.<Integer>of() : partitions)
            .stream().map(logs::of).flatMap(Collection::stream).collect(Collectors.toSet());
    snapshot = snapshot.after(partitions, logs.ask(asked), askedAt);
  }

  private @Nullable Set<Integer> owned() {
    try {
      return owned.get().orElse(null);
    } catch (IllegalStateException | InvalidStateStoreException notRunning) {
      LOG.atDebug().setCause(notRunning).log("The partitions of this instance are not known");
      return null;
    }
  }
}
