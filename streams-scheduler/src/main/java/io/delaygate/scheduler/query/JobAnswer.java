package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.view.JobTimeline;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Payload;
import org.jspecify.annotations.Nullable;

/** JSON of one job with its payload and attempts, in answers to queries. */
final class JobAnswer {
  private JobAnswer() {}

  /**
   * Writes the job with its timeline, its attempts and, until it has ended, its payload.
   *
   * @param view of the job
   */
  static void put(ObjectNode answer, KnownJob job, ObjectNode view) {
    answer.set("job", view);
    answer.set("timeline", JobTimeline.of(job));
    if (job instanceof Job stored) {
      answer.set("payload", payload(stored.target().key(), stored.payload()));
      putAttempts(answer, stored.attempts());
    } else if (job instanceof EndedJob ended) {
      putAttempts(answer, ended.attempts());
      if (ended.result() != null) {
        answer.put("result", ended.result());
      }
    }
  }

  private static void putAttempts(ObjectNode answer, Attempts attempts) {
    if (attempts.log().isEmpty()) {
      return;
    }
    var list = answer.putArray("attempts");
    for (var attempt : attempts.log()) {
      var view = list.addObject().put("number", attempt.number());
      view.put("deliveredMs", attempt.deliveredMs());
      if (attempt.reservedMs() > 0) {
        view.put("reservedMs", attempt.reservedMs());
      }
      var end = attempt.end();
      if (end != null) {
        view.put("endedMs", attempt.endedMs()).put("outcome", end.name());
      }
      if (attempt.failure() != null) {
        view.put("failure", attempt.failure());
      }
      if (attempt.note() != null) {
        view.put("note", attempt.note());
      }
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
