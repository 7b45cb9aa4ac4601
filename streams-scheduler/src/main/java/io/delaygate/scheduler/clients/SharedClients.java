package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.service.directory.TopicDirectory;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Parts that the clients of all stream threads share.
 *
 * @param directory of the topics that commands name
 * @param wall epoch milliseconds
 * @param ticker monotonic nanoseconds
 * @param vital topics without which nothing goes on: what they refuse is no target's fault
 * @param sizes is told the bytes of a record that a topic refused as too large, by any thread
 */
public record SharedClients(
    ProducerFactory factory,
    PollBound poll,
    AdaptiveCommitTrigger commits,
    TransactionVolume volume,
    FailedTasks unsound,
    NewTopics newTopics,
    CircuitBreaker breaker,
    Transactions transactions,
    TrialProducers trials,
    TopicDirectory directory,
    LongSupplier wall,
    LongSupplier ticker,
    Predicate<String> vital,
    StringLongConsumer sizes) {
  /** Consumer of a topic and a number. */
  public interface StringLongConsumer {
    /** Takes both. */
    void accept(String topic, long bytes);
  }
}
