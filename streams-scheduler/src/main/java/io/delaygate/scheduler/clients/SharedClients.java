package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.service.directory.TopicDirectory;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Parts that the Kafka clients of all stream threads of an instance share.
 *
 * @param directory of the topics that commands name
 * @param wall epoch milliseconds
 * @param ticker monotonic nanoseconds
 * @param flushes runs each flush of a producer at once, since others may block
 * @param vital topics that every task depends on: a failure of theirs is not the fault of a target
 * @param sizes gets the bytes of a record that a topic refused as too large; any thread
 */
public record SharedClients(
    ProducerFactory factory,
    PollBound poll,
    AdaptiveCommitTrigger commits,
    TransactionVolume volume,
    FailedTasks unsound,
    NewTopics newTopics,
    CircuitBreaker breaker,
    TransactionFencing transactions,
    TrialProducers trials,
    TopicDirectory directory,
    LongSupplier wall,
    LongSupplier ticker,
    Executor flushes,
    Predicate<String> vital,
    StringLongConsumer sizes) {
  /** Consumer of a topic and a number. */
  public interface StringLongConsumer {
    /** Takes a topic and a number of bytes. */
    void accept(String topic, long bytes);
  }
}
