package io.delaygate.harness.e2e;

import io.delaygate.scheduler.clients.AdaptiveCommitTrigger;
import io.delaygate.scheduler.clients.BoundedPollClients;
import io.delaygate.scheduler.clients.FailedTasks;
import io.delaygate.scheduler.clients.NewTopics;
import io.delaygate.scheduler.clients.PollBound;
import io.delaygate.scheduler.clients.ProducerFactory;
import io.delaygate.scheduler.clients.SharedClients;
import io.delaygate.scheduler.clients.TransactionFencing;
import io.delaygate.scheduler.clients.TransactionVolume;
import io.delaygate.scheduler.clients.TrialProducers;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.ops.TargetLabels;
import io.delaygate.scheduler.store.ThreadTransactions;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.schemas.topics.TopicPatterns;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;

/** Kafka clients of a scheduler, without the scheduler. */
final class SchedulerClients {
  private static final TopicDirectory KNOWN =
      new TopicDirectory() {
        @Override
        public TopicStatus status(String topic) {
          return new TopicStatus.Writable(1, 1_000_000);
        }

        @Override
        public void doubt() {
          // the statuses never change
        }
      };

  private SchedulerClients() {}

  /**
   * Clients as Kafka Streams gets them.
   *
   * @param vital the scheduler's own topics
   */
  static BoundedPollClients of(Admin admin, CircuitBreaker breaker, Predicate<String> vital) {
    var volume = new TransactionVolume(System::nanoTime);
    var pace = new AdaptiveCommitTrigger(Duration.ofMillis(25), System::nanoTime, volume::isFull);
    var transactions = new TransactionFencing(admin);
    var shared =
        new SharedClients(
            ProducerFactory.OF_KAFKA,
            new PollBound(() -> 0, pace),
            pace,
            volume,
            new FailedTasks(() -> true),
            new NewTopics(System::nanoTime),
            breaker,
            transactions,
            new TrialProducers(ProducerFactory.OF_KAFKA, "trials", transactions::fence),
            KNOWN,
            System::currentTimeMillis,
            System::nanoTime,
            flush -> new Thread(flush).start(),
            vital,
            (topic, bytes) -> {});
    var labels = new TargetLabels(new TopicPatterns(List.of(), List.of()), 1);
    return new BoundedPollClients(
        shared,
        lost -> true,
        new SchedulerMetrics(labels, () -> 0),
        new ThreadTransactions(true),
        new BackgroundFailures(System::nanoTime));
  }
}
