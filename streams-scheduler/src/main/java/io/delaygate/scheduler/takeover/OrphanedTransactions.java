package io.delaygate.scheduler.takeover;

import io.delaygate.schemas.logging.LogKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the transactions that a killed scheduler left open, so that its partitions go on at once.
 *
 * <p>A position that an open transaction moves cannot be read, and who takes the partition over
 * waits for it. The brokers end it by themselves, but only when {@code transaction.timeout.ms} is
 * over and they look next, every 10 s unless told otherwise: 5 to 15 s after the kill. A shorter
 * time-out was rejected: it also ends those of schedulers that are merely slow.
 *
 * <p>Under exactly-once each partition's next owner used to end them by taking over its
 * transactional id; with one producer for each thread (KIP-447) nobody does. An owner that lives
 * after all, as one that was frozen, is fenced, and comes back as after any rebalance.
 *
 * <p>Looks by a thread of its own. Thread-safe.
 */
public final class OrphanedTransactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedTransactions.class);

  /** Part of what a job waits for after a kill; a look costs a request to each broker. */
  private static final Duration EVERY = Duration.ofMillis(500);

  private final Admin admin;
  private final String group;
  private final Orphans orphans;
  private final BooleanSupplier waits;
  private final ScheduledExecutorService background =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "takeover");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Those of an installation; looked for after {@link #start}.
   *
   * @param admin stays the caller's
   * @param applicationId also the group's name
   * @param waits whether there are tasks that do not run yet: only then transactions are looked for
   */
  public OrphanedTransactions(Admin admin, String applicationId, BooleanSupplier waits) {
    this.admin = admin;
    this.group = applicationId;
    this.orphans = new Orphans(applicationId);
    this.waits = waits;
  }

  /** Begins to look. */
  public void start() {
    var unused =
        background.scheduleWithFixedDelay(this::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    background.shutdownNow();
  }

  private void look() {
    if (!waits.getAsBoolean()) {
      return;
    }
    try {
      end();
    } catch (ExecutionException | RuntimeException unanswered) { // the next look tries again
      LOG.atDebug().setCause(unanswered).log("Open transactions could not be looked for");
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Members are asked for last: whoever began one of the transactions was one before. */
  private void end() throws ExecutionException, InterruptedException {
    var open = open();
    if (open.isEmpty()) {
      return;
    }
    var ended = orphans.of(open, members());
    if (!ended.isEmpty()) {
      admin.fenceProducers(ended).all().get();
      LOG.atInfo()
          .addKeyValue(LogKey.DONE.key(), "aborted " + String.join(", ", ended))
          .log("Ended transactions of stream threads that are gone");
    }
  }

  private List<String> open() throws ExecutionException, InterruptedException {
    var ongoing = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
    return admin.listTransactions(ongoing).all().get().stream()
        .map(TransactionListing::transactionalId)
        .filter(orphans::isOurs)
        .toList();
  }

  private List<String> members() throws ExecutionException, InterruptedException {
    return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
        .flatMap(described -> described.members().stream())
        .map(MemberDescription::clientId)
        .toList();
  }
}
