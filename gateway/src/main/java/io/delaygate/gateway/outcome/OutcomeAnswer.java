package io.delaygate.gateway.outcome;

import io.delaygate.gateway.problem.ProblemAnswers;
import io.delaygate.schemas.contract.JobId;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;

/** Writes the answer of a call that waited for its outcome. */
public final class OutcomeAnswer {
  private OutcomeAnswer() {}

  /** Status, body and, with a job, its version as {@code ETag}. */
  public static void write(Context ctx, JobId id, Answer answer) {
    var outcome = HttpOutcome.of(id, answer);
    if (outcome.version() != null) {
      ctx.header(Header.ETAG, "\"" + outcome.version() + "\"");
    }
    if (outcome.problem() != null) {
      ProblemAnswers.write(ctx, outcome.problem());
      return;
    }
    ctx.status(outcome.status())
        .contentType(ContentType.APPLICATION_JSON)
        .result(outcome.json().toString().getBytes(StandardCharsets.UTF_8));
  }
}
