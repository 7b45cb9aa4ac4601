package io.delaygate.harness.chaos;

import io.delaygate.harness.broker.Reader;
import java.nio.ByteBuffer;

/** Readers of the topics that hold the evidence. For one thread. */
final class Logs implements AutoCloseable {
  /**
   * Position of the status in a record of the transaction log, after version, producer and
   * time-out.
   */
  private static final int STATUS = 16;

  /** Status that each aborted transaction has once. */
  private static final int PREPARE_ABORT = 3;

  private final String bootstrapServers;
  private final Reader commands;
  private final Reader replies;
  private final Reader letters;
  private final Reader targets;

  Logs(Rig rig) {
    bootstrapServers = rig.brokers().bootstrapServers();
    commands = log(Rig.NAMES.requests());
    replies = log(Rig.NAMES.replies(), Rig.CLIENT_REPLIES);
    letters = log(Rig.NAMES.deadLetters(), Rig.CLIENT_LETTERS);
    targets = log(Rig.STAMPED_BY_BROKER, Rig.STAMPED_BY_SCHEDULER, Rig.FRAGILE);
  }

  private Reader log(String... topics) {
    return new Reader(bootstrapServers, topics);
  }

  /** All evidence up to now. */
  Evidence evidence() {
    return Evidence.of(
        commands.toTheEnd(), replies.toTheEnd(), letters.toTheEnd(), targets.toTheEnd());
  }

  /** The changelog up to now. */
  StoredJobs storedJobs() {
    try (var jobs = log(Rig.NAMES.applicationId() + "-jobs-changelog")) {
      return new StoredJobs(jobs.toTheEnd());
    }
  }

  /** Number of aborted transactions. */
  int abortedTransactions() {
    try (var transactions = log("__transaction_state")) {
      return (int)
          transactions.toTheEnd().stream()
              .map(record -> record.value())
              .filter(value -> value != null && value.length > STATUS)
              .filter(value -> ByteBuffer.wrap(value).get(STATUS) == PREPARE_ABORT)
              .count();
    }
  }

  @Override
  public void close() {
    commands.close();
    replies.close();
    letters.close();
    targets.close();
  }
}
