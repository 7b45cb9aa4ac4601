package io.delaygate.gateway.payload;

import io.javalin.http.Context;
import java.util.Set;
import java.util.function.Function;

/**
 * Reader of the schedule requests in the bodies of a call; the path gives what is not in a body.
 */
@FunctionalInterface
public interface ScheduleRequestReader {
  /** Reader of bodies that name their target. */
  ScheduleRequestReader OF_JOBS = ctx -> ScheduleRequest::of;

  /**
   * Reader of bodies for the queue that a call names.
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
   * Returns the function that converts each body of a call.
   *
   * @throws io.delaygate.gateway.http.ProblemException if the path is not valid; so does the
   *     function when names or types of a body are wrong
   */
  Function<JobBody, ScheduleRequest> of(Context ctx);
}
