package io.delaygate.gateway.publish;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Addresses commands: the partition follows from the id and is named in the record, so that no
 * partitioner setting can send a cancel past its schedule.
 */
public final class CommandTopic {
  private final CommandPublisher publisher;
  private final String name;
  private volatile int known;

  /** Sends to the topic of that name. */
  public CommandTopic(CommandPublisher publisher, String name) {
    this.publisher = publisher;
    this.name = name;
  }

  /**
   * Sends a command for a job.
   *
   * @throws ProblemException 503 when the topic cannot be seen; 400 when the id is a generated one
   *     of a partition that does not exist
   */
  public CompletableFuture<Published> send(
      JobId id, List<Header> headers, byte @Nullable [] value) {
    var partitions = partitions();
    var partition =
        id.partition(partitions)
            .orElseThrow(
                () ->
                    ProblemException.at(
                        "id",
                        ReasonCode.ID_INVALID,
                        "no such job: there are %d partitions".formatted(partitions)));
    return publisher.publish(new ProducerRecord<>(name, partition, id.bytes(), value, headers));
  }

  /**
   * How many partitions it has.
   *
   * @throws ProblemException 503 when that is not known now
   */
  public int partitions() {
    known =
        publisher
            .partitions()
            .orElseThrow(
                () ->
                    new ProblemException(
                        ReasonCode.UNAVAILABLE,
                        "the topic of commands cannot be reached; nothing was stored"));
    return known;
  }

  /** How many it had when a command was sent last; 0 before the first. Never waits. */
  public int knownPartitions() {
    return known;
  }
}
