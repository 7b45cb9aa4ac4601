package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;

/** Writer of the answer of a call that waited for its outcome. */
public final class OutcomeAnswer {
  private OutcomeAnswer() {}

  /** The answer of a call whose condition, if it has one, is a version. */
  public static void write(Context ctx, JobId id, CommandResult answer) {
    write(ctx, id, answer, ReasonCode.VERSION_STALE);
  }

  /**
   * Writes status, body and, with a job, its version as {@code ETag}.
   *
   * @param stale reason code for a command that was stale
   */
  public static void write(Context ctx, JobId id, CommandResult answer, ReasonCode stale) {
    var outcome = HttpOutcome.of(id, answer, stale);
    if (outcome.version() != null) {
      ctx.header(Header.ETAG, "\"" + outcome.version() + "\"");
    }
    if (outcome.problem() != null) {
      ProblemMapper.write(ctx, outcome.problem());
      return;
    }
    ctx.status(outcome.status())
        .contentType(ContentType.APPLICATION_JSON)
        .result(outcome.json().toString().getBytes(StandardCharsets.UTF_8));
  }
}
