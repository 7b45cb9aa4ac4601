package io.delaygate.scheduler.incidents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobId;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Rejected commands of the last hour: counts by target, and the latest rejection of an id. A
 * command that is taken in again after an abort counts again. Thread-safe.
 */
public final class RejectedCommands {
  private final RejectionIndex index = new RejectionIndex();
  private final RejectionCounts counts = new RejectionCounts();
  private final RejectionLog log = new RejectionLog();

  /**
   * Takes a rejected command.
   *
   * @param partition of its record
   * @param id null where it has none
   * @param topic target that it named, or that its job has; null for none
   */
  public void rejected(
      int partition, @Nullable JobId id, @Nullable String topic, Refusal why, long nowMs) {
    var named = topic == null || topic.length() <= Rejection.TOPIC_MAX ? topic : null;
    var rejection = Rejection.of(why, named, nowMs);
    counts.add(id == null ? JobId.DEFAULT_NAMESPACE : id.namespace(), rejection);
    log.add(rejection);
    if (id != null) {
      index.add(partition, id.text(), rejection);
    }
  }

  /** Begins anew with a partition that is active here from now on. */
  public void opened(int partition, long nowMs) {
    index.opened(partition, nowMs);
  }

  /** Drops the ids of a partition that leaves this instance. */
  public void closed(int partition) {
    index.closed(partition);
  }

  /** The latest rejection of an id within the last hour, as far as it is known here. */
  public Optional<Rejection> find(JobId id, long nowMs) {
    return index.find(id.text(), nowMs);
  }

  /**
   * Since when all rejections of a partition's ids are known here, epoch milliseconds; empty where
   * the partition is not active.
   */
  public OptionalLong completeFromMs(int partition, long nowMs) {
    return index.completeFromMs(partition, nowMs);
  }

  /** Writes the counts of the last hour. */
  public void put(ObjectNode json, long nowMs) {
    counts.put(json.putObject("rejected"), false, nowMs);
  }

  /** The same, with the reason of the latest command of each group in words. */
  public void putWithDetails(ObjectNode json, long nowMs) {
    counts.put(json.putObject("rejected"), true, nowMs);
  }

  /** Lines that are not written yet. */
  public RejectionLog log() {
    return log;
  }
}
