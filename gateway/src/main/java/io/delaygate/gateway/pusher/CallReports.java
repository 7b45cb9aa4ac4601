package io.delaygate.gateway.pusher;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.push.Verdict;
import io.delaygate.gateway.queues.LeasedJob;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports of ended calls to the schedulers, as commands of a worker. If a report cannot be stored,
 * the job is called again when its lease ends: delivery is at least once. Thread-safe.
 */
public record CallReports(CommandRouter commands) {
  private static final Logger LOG = LoggerFactory.getLogger(CallReports.class);

  /** Reports how a call ended; does not wait until the report is stored. */
  void report(LeasedJob held, Verdict verdict) {
    if (verdict instanceof Verdict.Done done) {
      var note = TextHeader.of(DelayHeader.NOTE, done.text());
      send(held, Op.FINISH, List.of(note), done.result());
      return;
    }
    var headers = new ArrayList<Header>();
    headers.add(TextHeader.of(DelayHeader.FAILURE, verdict.text()));
    if (verdict instanceof Verdict.Again again && again.retryAfter() != null) {
      headers.add(
          TextHeader.of(DelayHeader.DELAY_MS, Long.toString(again.retryAfter().toMillis())));
    }
    send(held, verdict instanceof Verdict.Dead ? Op.BURY : Op.RELEASE, headers, null);
  }

  private void send(LeasedJob held, Op op, List<Header> more, byte @Nullable [] value) {
    var headers = new ArrayList<Header>();
    headers.add(TextHeader.of(DelayHeader.OP, op.text()));
    headers.add(TextHeader.of(DelayHeader.LEASE, held.lease()));
    headers.addAll(more);
    try {
      var unused =
          commands
              .send(Actor.ENDPOINT_WORKER, held.job().id(), headers, value)
              .whenComplete((sent, failure) -> told(sent));
    } catch (ProblemException unsent) {
      told(null);
    }
  }

  private static void told(@Nullable PublishResult sent) {
    if (!(sent instanceof PublishResult.Stored)) {
      LOG.atDebug().log(
          "The end of a call could not be stored; its job is called again after its lease");
    }
  }
}
