package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;

/**
 * Job id in the paths {@code /v1/jobs/{id}} and {@code /v1/dead-letters/{id}}, read from the raw
 * path: what the server would decode or resolve ({@code %2F}, {@code ..}, {@code ;}) may be part of
 * an id.
 */
public final class JobPath {
  /** Prefix of paths of jobs. */
  public static final String PREFIX = "/v1/jobs/";

  /** Prefix of paths of dead letters. */
  public static final String LETTERS = "/v1/dead-letters/";

  /** Path parameter of the id in routes, and field in problems. */
  public static final String FIELD = "id";

  private JobPath() {}

  /**
   * The decoded id; the calling code checks whether its form is valid. Also runs before routing, as
   * the router decodes too, and fails on what it cannot decode.
   */
  public static String text(Context ctx) {
    return PercentEncoding.segment(ctx, ctx.path().startsWith(LETTERS) ? LETTERS : PREFIX)
        .orElseThrow(
            () ->
                ProblemException.at(
                    FIELD,
                    ReasonCode.ID_INVALID,
                    "the id in the path is not valid percent-encoded UTF-8"));
  }

  /** The id of an existing job, of those that the caller may name. */
  public static JobId id(Context ctx) {
    return AccessGuard.caller(ctx).ids().existing(text(ctx));
  }

  /** The path of a job, for {@code Location}, as its namespace knows it. */
  public static String of(JobId id) {
    return PREFIX + PercentEncoding.encode(id.local());
  }
}
