package io.delaygate.scheduler.intake;

import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.outbound.CommandReply;
import io.delaygate.scheduler.outbound.DeadLetters;
import io.delaygate.scheduler.outbound.ReceivedCommand;
import io.delaygate.scheduler.outbound.Replies;
import io.delaygate.scheduler.outbound.Sinks;
import io.delaygate.schemas.command.CommandId;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Sender of rejected commands to the dead letters, with a reply to the client. */
final class Rejections {
  private final DeadLetters deadLetters;
  private final Replies replies;
  private final SchedulerMetrics metrics;

  Rejections(DeadLetters deadLetters, Replies replies, SchedulerMetrics metrics) {
    this.deadLetters = deadLetters;
    this.replies = replies;
    this.metrics = metrics;
  }

  /**
   * Rejects a command.
   *
   * @param known the pending or ended job; null if not known
   */
  void reject(
      ReceivedCommand arrival, Refusal why, @Nullable KnownJob known, long nowMs, Sinks outlets) {
    outlets.deadLetter(deadLetters.rejected(arrival, why, nowMs));
    metrics.rejected(why.reason());
    var id = CommandId.find(arrival.record().key(), arrival.record().headers()).orElse(null);
    var partition = arrival.record().partition();
    metrics.rejections().rejected(partition, id, target(arrival, known), why, nowMs);
    replies.send(arrival, new CommandReply(Outcome.REJECTED, id, known, why), nowMs, outlets);
  }

  /** The topic that the command names, whether or not it exists, else that of its job. */
  private static @Nullable String target(ReceivedCommand arrival, @Nullable KnownJob known) {
    for (var header : arrival.record().headers()) {
      if (header.key().equals(DelayHeader.TARGET_TOPIC.headerName()) && header.value() != null) {
        return new String(header.value(), StandardCharsets.UTF_8);
      }
    }
    if (known instanceof Job pending) {
      return pending.target().topic();
    }
    return known instanceof EndedJob ended ? ended.topic() : null;
  }
}
