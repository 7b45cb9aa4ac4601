package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.store.JobStores;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
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
 * <p>Those of the process that had the same state directory are ended at the first look, whatever
 * they have written: it is back before anybody misses it, and readers of targets would wait.
 *
 * <p>While there was a producer for each partition, its next owner ended them by taking over the
 * transactional id; with one for each thread (KIP-447) nobody does. A former owner that lives after
 * all, as one that was frozen, is fenced, and comes back as after any rebalance.
 *
 * <p>Looks by a thread of its own. Thread-safe.
 */
public final class OrphanedTransactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedTransactions.class);

  /**
   * Part of what a job waits for after a kill; a look costs a request or two to each broker, while
   * partitions are waited for. Ten commits of whoever works and keeps up.
   */
  private static final Duration EVERY = Duration.ofMillis(250);

  private final Admin admin;
  private final String applicationId;
  private final Ids ids;
  private final Supplier<Set<Integer>> awaited;
  private final Orphans orphans = new Orphans();
  private final GuardedScheduler background;
  private boolean isPredecessorOver;

  /**
   * Those of an installation; looked for after {@link #start}.
   *
   * @param admin stays the caller's
   * @param awaited the partitions that were given to this process, as long as not all of them work:
   *     only then transactions are looked for
   */
  public OrphanedTransactions(
      Admin admin,
      String applicationId,
      Ids ids,
      Supplier<Set<Integer>> awaited,
      BackgroundFailures failures) {
    this.admin = admin;
    this.applicationId = applicationId;
    this.ids = ids;
    this.awaited = awaited;
    this.background = new GuardedScheduler("takeover", failures);
  }

  /** Begins to look. */
  public void start() {
    background.repeat(Duration.ZERO, EVERY, this::look);
  }

  @Override
  public void close() {
    background.close();
  }

  private void look() throws InterruptedException {
    try {
      var partitions = awaited.get();
      if (!isPredecessorOver && ids.areKnown().getAsBoolean()) {
        end(open().stream().filter(ids.ofPredecessor()).toList());
        isPredecessorOver = true;
      } else if (!partitions.isEmpty()) {
        var open = admin.describeTransactions(open()).all().get();
        end(orphans.look(open, changelogs(partitions)));
      }
    } catch (ExecutionException unanswered) {
      LOG.atDebug().setCause(unanswered).log("Open transactions could not be looked for");
    }
  }

  private void end(List<String> ended) throws ExecutionException, InterruptedException {
    if (!ended.isEmpty()) {
      admin.fenceProducers(ended).all().get();
      LOG.atInfo()
          .addKeyValue(LogKey.DONE.key(), "aborted " + String.join(", ", ended))
          .log("Ended transactions of schedulers that do not own their partitions any more");
    }
  }

  private List<String> open() throws ExecutionException, InterruptedException {
    var ongoing = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
    return admin.listTransactions(ongoing).all().get().stream()
        .map(TransactionListing::transactionalId)
        .filter(id -> id.startsWith(applicationId + "-") && !ids.own().test(id))
        .toList();
  }

  private Set<TopicPartition> changelogs(Set<Integer> partitions) {
    var topic = JobStores.changelog(applicationId);
    return partitions.stream()
        .map(partition -> new TopicPartition(topic, partition))
        .collect(Collectors.toSet());
  }

  /**
   * Whose a transactional id is.
   *
   * @param own of this process
   * @param ofPredecessor of the process before on the same state directory
   * @param areKnown whether this process has ids yet, by which the others are told apart
   */
  public record Ids(
      Predicate<String> own, Predicate<String> ofPredecessor, BooleanSupplier areKnown) {}
}
