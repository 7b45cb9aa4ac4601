package io.delaygate.gateway.payload;

import io.javalin.http.Context;
import java.util.Set;
import java.util.function.Function;

/** How a call makes drafts of bodies: what is not in a body follows from its path. */
@FunctionalInterface
public interface ScheduleRequestReader {
  /** Bodies that name their target. */
  ScheduleRequestReader OF_JOBS = ctx -> ScheduleRequest::of;

  /**
   * Bodies for the queue that a call names.
   *
   * @param topics its topic
   */
  static ScheduleRequestReader ofQueues(Function<Context, String> topics) {
    return ctx -> {
      var topic = topics.apply(ctx);
      return body -> ScheduleRequest.ofQueue(body, topic, Set.of());
    };
  }

  /**
   * Makes a draft of each body of a call.
   *
   * @throws io.delaygate.gateway.http.ProblemException if the path is none; so does the function
   *     when names or types of a body are wrong
   */
  Function<JobBody, ScheduleRequest> of(Context ctx);
}
