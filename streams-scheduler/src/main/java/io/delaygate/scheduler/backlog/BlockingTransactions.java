package io.delaygate.scheduler.backlog;

import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Monitor of transactions that senders leave open on the command topics. Schedulers read committed
 * records, so one such transaction holds up all commands behind its first record, also those of
 * other senders. It is reported and not aborted, since its records belong to its sender.
 *
 * <p>A background thread asks for the owner once the transaction is old. Thread-safe.
 */
final class BlockingTransactions implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(1);

  /** Number of logs that are named, so that people can read the line. */
  private static final int NAMED = 8;

  private final Supplier<BacklogSnapshot> snapshot;
  private final TransactionSenders senders;
  private final LongSupplier wall;
  private final LongSupplier ticker;
  private final GuardedScheduler background;
  private final BlockingTransactionLogger log = new BlockingTransactionLogger(this::ageMs);
  private volatile List<BlockingTransaction> open = List.of();

  /**
   * Creates a monitor that has no findings yet.
   *
   * @param snapshot the latest answers of the brokers
   * @param wall epoch milliseconds
   * @param ticker monotonic nanoseconds
   */
  BlockingTransactions(
      Supplier<BacklogSnapshot> snapshot,
      TransactionSenders senders,
      LongSupplier wall,
      LongSupplier ticker,
      BackgroundFailures failures) {
    this.background = new GuardedScheduler("open-transactions", failures);
    this.snapshot = snapshot;
    this.senders = senders;
    this.wall = wall;
    this.ticker = ticker;
  }

  /** Starts to check the snapshots. */
  void start() {
    background.repeat(Duration.ZERO, EVERY, this::look);
  }

  /**
   * Age of the oldest open transaction, however young; 0 without one, NaN while that is not known.
   */
  double oldestSeconds() {
    var now = ticker.getAsLong();
    var latest = snapshot.get();
    var oldest = latest.blocked(now).stream().mapToLong(blocked -> ageMs(known(blocked))).max();
    if (oldest.isPresent()) {
      return oldest.getAsLong() / 1_000.0;
    }
    return latest.isComplete(now) ? 0 : Double.NaN;
  }

  /**
   * Lines for people about transactions that are open for long, oldest first; empty without one.
   */
  List<String> texts() {
    var now = ticker.getAsLong();
    var old =
        snapshot.get().blocked(now).stream()
            .filter(blocked -> BlockingTransaction.isOld(blocked, now))
            .map(this::known)
            .sorted(Comparator.comparingLong((BlockingTransaction one) -> -ageMs(one)))
            .toList();
    var lines =
        old.stream()
            .limit(NAMED)
            .map(one -> one.text(ageMs(one)))
            .collect(Collectors.toCollection(ArrayList::new));
    if (old.size() > NAMED) {
      lines.add(
          "commands of %d more partitions are blocked by open transactions"
              .formatted(old.size() - NAMED));
    }
    return lines;
  }

  @Override
  public void close() {
    background.close();
  }

  private long ageMs(BlockingTransaction one) {
    return one.ageMs(ticker.getAsLong(), wall.getAsLong());
  }

  private BlockingTransaction known(BlockedLog blocked) {
    return open.stream()
        .filter(one -> one.blocked().isSame(blocked))
        .findFirst()
        .orElseGet(() -> unasked(blocked));
  }

  private void look() throws InterruptedException {
    var now = ticker.getAsLong();
    var change = TransactionChanges.of(open, snapshot.get(), now);
    var begun = ask(change.begun().stream().map(BlockingTransactions::unasked).toList(), now);
    var all = new ArrayList<>(ask(change.kept(), now));
    all.addAll(begun);
    open = List.copyOf(all);
    log.began(begun);
    log.ended(change.over());
  }

  private List<BlockingTransaction> ask(List<BlockingTransaction> some, long now)
      throws InterruptedException {
    var asked =
        some.stream()
            .filter(one -> one.isToBeAsked(now))
            .map(BlockingTransaction::blocked)
            .toList();
    if (asked.isEmpty()) {
      return some;
    }
    var told = senders.of(asked);
    return some.stream()
        .map(
            one ->
                asked.contains(one.blocked()) ? one.asked(told.get(one.blocked().log()), now) : one)
        .toList();
  }

  private static BlockingTransaction unasked(BlockedLog blocked) {
    return new BlockingTransaction(blocked, null, OptionalLong.empty());
  }
}
