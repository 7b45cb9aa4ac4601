package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.store.JobStoreFactory;
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
 * Background task that aborts transactions of a killed scheduler, so that the next owner of its
 * partitions continues at once.
 *
 * <p>A position that an open transaction moves cannot be read, and the next owner of the partition
 * waits for it. The brokers abort it themselves, but only after {@code transaction.timeout.ms} and
 * at their next check, every 10 s by default: 5 to 15 s after the kill. A shorter time-out was
 * rejected: it also aborts transactions of slow schedulers.
 *
 * <p>Transactions of the process that had the same state directory are aborted at the first look,
 * whatever they wrote: the process restarts before another scheduler takes over, and readers of
 * targets would wait.
 *
 * <p>With one producer for each partition, the next owner aborted them when it took over the
 * transactional id; with one for each thread (KIP-447) nothing does. A former owner that still
 * lives, for example a frozen one, is fenced and comes back as after any rebalance.
 *
 * <p>Thread-safe.
 */
public final class OrphanedTransactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedTransactions.class);

  /**
   * Adds to the delay of a job after a kill; a look costs a request or two to each broker, while
   * partitions are awaited. A scheduler that keeps up commits ten times in it.
   */
  private static final Duration EVERY = Duration.ofMillis(250);

  private final Admin admin;
  private final String applicationId;
  private final Ids ids;
  private final Supplier<Set<Integer>> awaited;
  private final OrphanDetector orphans = new OrphanDetector();
  private final GuardedScheduler background;
  private boolean isPredecessorOver;

  /**
   * Creates the task for an installation; it runs after {@link #start}.
   *
   * @param admin stays the caller's
   * @param awaited partitions that were assigned to this process, as long as not all of them run;
   *     only then the task looks for transactions
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

  /** Starts the task. */
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
      LOG.atDebug()
          .setCause(unanswered)
          .log("The brokers did not list open transactions; the next run asks again");
    }
  }

  private void end(List<String> ended) throws ExecutionException, InterruptedException {
    if (!ended.isEmpty()) {
      admin.fenceProducers(ended).all().get();
      LOG.atInfo()
          .addKeyValue(LogKey.DONE.key(), "aborted " + String.join(", ", ended))
          .log("Aborted transactions of schedulers that no longer own their partitions");
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
    var topic = JobStoreFactory.changelog(applicationId);
    return partitions.stream()
        .map(partition -> new TopicPartition(topic, partition))
        .collect(Collectors.toSet());
  }

  /**
   * Tests for the owner of a transactional id.
   *
   * @param own of this process
   * @param ofPredecessor of the process before on the same state directory
   * @param areKnown whether this process has ids yet, which the other tests need
   */
  public record Ids(
      Predicate<String> own, Predicate<String> ofPredecessor, BooleanSupplier areKnown) {}
}
