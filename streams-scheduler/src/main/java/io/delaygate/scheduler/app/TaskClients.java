package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.Scheduler.Surroundings;
import io.delaygate.scheduler.clients.AdaptiveCommitTrigger;
import io.delaygate.scheduler.clients.FailedTasks;
import io.delaygate.scheduler.clients.NewTopics;
import io.delaygate.scheduler.clients.PollBound;
import io.delaygate.scheduler.clients.SharedClients;
import io.delaygate.scheduler.clients.TransactionFencing;
import io.delaygate.scheduler.clients.TransactionVolume;
import io.delaygate.scheduler.clients.TrialProducers;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.service.directory.KafkaTopicDirectory;
import io.delaygate.service.directory.TopicDirectory;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;

/** Factory of the parts that the Kafka clients of all stream threads share. */
final class TaskClients {
  private TaskClients() {}

  static SharedClients of(
      SchedulerSettings settings,
      Surroundings around,
      Brokers brokers,
      CircuitBreaker breaker,
      FailedTasks unsound) {
    var clocks = around.clocks();
    var factory = around.factory();
    var volume = new TransactionVolume(clocks.ticker());
    var commits =
        new AdaptiveCommitTrigger(settings.commitInterval(), clocks.ticker(), volume::isFull);
    var names = settings.names();
    var changelog = JobStoreFactory.changelog(names.applicationId());
    var transactions = new TransactionFencing(brokers.admin());
    return new SharedClients(
        factory,
        new PollBound(clocks.wall(), commits),
        commits,
        volume,
        unsound,
        new NewTopics(clocks.ticker()),
        breaker,
        transactions,
        new TrialProducers(factory, names.applicationId(), transactions::fence),
        brokers.allowed(),
        clocks.wall(),
        clocks.ticker(),
        flushes(),
        topic -> topic.equals(changelog) || topic.equals(names.rerouted()),
        brokers.directory()::refused);
  }

  /** Threads for flushes: usually one for each stream thread. */
  private static Executor flushes() {
    return Executors.newCachedThreadPool(
        flush -> {
          var thread = new Thread(flush, "flush");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Creates the record of failed tasks. A disk that stays broken ends threads, and then the
   * process: another instance may have a sound disk.
   */
  static FailedTasks unsound(SchedulerSettings settings, LongSupplier wall) {
    var budget = RestartBudget.usual();
    return new FailedTasks(() -> settings.isExactlyOnce() && budget.take(wall.getAsLong()));
  }

  /**
   * Admin client of the brokers, and the directory of their topics.
   *
   * @param allowed the directory without the topics that no job may name
   */
  record Brokers(Admin admin, KafkaTopicDirectory directory, TopicDirectory allowed) {}
}
