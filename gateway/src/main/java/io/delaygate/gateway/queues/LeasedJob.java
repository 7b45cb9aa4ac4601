package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.outcome.ReplyAddress;
import io.delaygate.gateway.queues.ReadyJobsClient.ReservedJob;
import io.delaygate.gateway.schedulers.PayloadJson;
import io.delaygate.schemas.contract.DelayHeader;

/**
 * Job that is reserved for a caller of this gateway.
 *
 * @param queue as callers name it
 * @param view the job as the scheduler shows it, with its lease; owned by the holder
 * @param leaseMs length of the lease
 * @param jobLeaseMs the length that the job says
 * @param askedAt when it was requested, by the monotonic ticker: the lease begins later
 */
public record LeasedJob(
    String queue, ReadyJob job, ObjectNode view, long leaseMs, long jobLeaseMs, long askedAt) {
  /** A job that a scheduler has reserved. */
  static LeasedJob of(String queue, ReservedJob reserved) {
    var seen = reserved.job();
    var view = (ObjectNode) seen.view();
    return new LeasedJob(
        queue,
        ReadyJob.reserved(seen),
        view,
        reserved.leaseMs(),
        reserved.jobLeaseMs(),
        reserved.askedAt());
  }

  /** The scheduler's id of the lease. */
  public String lease() {
    return view.path("lease").asText();
  }

  /**
   * The claim of the worker: the lease, and the address of the caller that waits for the result.
   */
  public String claim() {
    return ReplyAddress.claim(lease(), job.record().headers());
  }

  /** The job for its worker: the scheduler's view, and the payload. */
  ObjectNode json() {
    var json = view.deepCopy();
    json.put("queue", queue);
    json.remove("target");
    json.remove("state");
    json.put("lease", claim());
    var headers = json.putArray("headers");
    for (var header : job.record().headers()) {
      if (!DelayHeader.isControl(header.key()) && !header.key().equals(ReplyAddress.HEADER)) {
        var shown = headers.addObject().put("name", header.key());
        PayloadJson.bytes(shown, "value", header.value());
      }
    }
    PayloadJson.bytes(json, "value", job.record().value());
    return CallerJobView.withIsoTimes(json);
  }
}
