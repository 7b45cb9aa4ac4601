package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.jobs.IdempotencyKey;
import io.delaygate.gateway.payload.JobIdGenerator;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.javalin.http.Context;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the id of a published job: usually a new one; in a queue that is named after a job, the
 * id that its consumers look for; with an {@code Idempotency-Key}, the id derived from it.
 */
final class PublishIds {
  private final JobIdGenerator ids;
  private final JobIds forms;
  private final Clock clock;

  /**
   * Creates the choice.
   *
   * @param forms generator of new ids
   * @param clock gives the time in ids
   */
  PublishIds(JobIdGenerator ids, JobIds forms, Clock clock) {
    this.ids = ids;
    this.forms = forms;
    this.clock = clock;
  }

  /**
   * The request with its id. A job that already exists under an id that is not new stays as it is,
   * unless the call replaces that very job: it would be acknowledged, and both jobs would be gone.
   */
  ScheduleRequest named(Context ctx, LmstfyPath place, ScheduleRequest draft) {
    var given = given(ctx, place.queue());
    if (given == null) {
      var of = AccessGuard.caller(ctx).ids();
      return draft.named(ids.next(of, tried -> forms.next(clock.millis())));
    }
    var named = draft.named(given);
    return place.job().filter(given::equals).isPresent()
        ? named
        : IdempotencyKey.ignoringKnown(named);
  }

  private static @Nullable String given(Context ctx, String queue) {
    if (LmstfyPath.isNamedAfterJob(queue)) {
      return LmstfyPath.reply(queue);
    }
    var key = RequestHeaders.idempotencyKey(ctx);
    return key == null ? null : IdempotencyKey.id(key);
  }
}
