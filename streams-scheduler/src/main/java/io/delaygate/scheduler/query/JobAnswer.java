package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.view.JobView;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Payload;
import org.jspecify.annotations.Nullable;

/** The answer to a question for one job. */
final class JobAnswer {
  private JobAnswer() {}

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
