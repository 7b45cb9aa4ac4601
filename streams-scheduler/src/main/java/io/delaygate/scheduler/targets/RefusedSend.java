package io.delaygate.scheduler.targets;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Refusal of a send, by which a transaction was rolled back or a trial failed.
 *
 * @param partitions to blame; none where the error says nothing about a target
 * @param jobs whose records were refused themselves, as far as they are known
 * @param isRecord whether only these records are to blame, not their partitions
 * @param text the broker's words, or what was seen
 * @param isShownByTrials whether a trial would fail in the same way; else each try costs a
 *     roll-back
 */
public record RefusedSend(
    Set<TopicPartition> partitions,
    Set<JobId> jobs,
    boolean isRecord,
    ReasonCode reason,
    String text,
    boolean isShownByTrials) {
  /** Copies the sets. */
  public RefusedSend {
    partitions = Set.copyOf(partitions);
    jobs = Set.copyOf(jobs);
  }

  /** An error that a record or a partition would cause again in a trial. */
  public RefusedSend(
      Set<TopicPartition> partitions,
      Set<JobId> jobs,
      boolean isRecord,
      ReasonCode reason,
      String text) {
    this(partitions, jobs, isRecord, reason, text, true);
  }
}
