package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.view.JobView;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Payload;
import org.jspecify.annotations.Nullable;

/** Finds one job, pending or ended. Thread-safe. */
final class JobFinder {
  private final Placement placement;

  JobFinder(Placement placement) {
    this.placement = placement;
  }

  /**
   * What is known of an id, null for nothing. A job that ends meanwhile is not missed: its end is
   * in the history before it leaves the store.
   */
  @Nullable KnownJob find(JobId id, PartitionRead partition, long nowMs) {
    var pending = partition.jobs().find(id);
    if (pending != null) {
      return pending;
    }
    var task = partition.task();
    var history = task == null ? placement.standbyHistory(partition.partition()) : task.history();
    return history.find(id, nowMs);
  }

  /** The job with, while it is pending, what it would deliver. */
  static void put(ObjectNode answer, KnownJob job) {
    answer.set("job", JobView.of(job));
    if (job instanceof Job pending) {
      answer.set("payload", payload(pending.target().key(), pending.payload()));
    }
  }

  private static ObjectNode payload(byte @Nullable [] key, Payload payload) {
    var view = JsonNodeFactory.instance.objectNode().put("key", key).put("value", payload.value());
    var headers = view.putArray("headers");
    for (var header : payload.headers()) {
      headers.addObject().put("name", header.key()).put("value", header.value());
    }
    return view;
  }
}
