package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.IntervalRateLimiter;
import io.delaygate.gateway.access.IntervalRateLimiter.Direction;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.security.RouteRole;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Access check and rate limits of calls about the queues of a pool, after names and pool were
 * checked: first the token, then the limits. Limits of a namespace hold for all calls except open
 * ones, with which any client could use them up. Limits of a token hold for consuming here, as
 * publishing is bounded by its limit of jobs. Limits per interval hold for consuming and
 * publishing.
 */
public record LmstfyAccess(AccessGuard access, Quotas quotas, IntervalRateLimiter windows) {
  private static final String COUNTED = LmstfyAccess.class.getName();

  /** Marks of routes for limits per interval. */
  enum Mark implements RouteRole {
    /** Consumes jobs, perhaps of several queues. */
    CONSUMES(Direction.READ),
    /** Publishes one or more jobs. */
    PUBLISHES(Direction.WRITE);

    private final Direction direction;

    Mark(Direction direction) {
      this.direction = direction;
    }
  }

  /** Whether a call consumes jobs. */
  static boolean consumes(Context ctx) {
    return ctx.routeRoles().contains(Mark.CONSUMES);
  }

  /** Checks a call. Runs when the route is known. */
  void check(Context ctx) {
    var place = LmstfyPath.of(ctx);
    var consumes = consumes(ctx);
    admit(ctx, place.namespace());
    var caller = AccessGuard.caller(ctx);
    quotas.call(consumes ? caller : caller.withoutToken());
    ctx.routeRoles().stream()
        .filter(Mark.class::isInstance)
        .map(Mark.class::cast)
        .forEach(mark -> ctx.attribute(COUNTED, windows.take(caller, mark.direction)));
  }

  /** Returns the permit of a call that did not succeed. Runs when a call is answered. */
  static void settle(Context ctx) {
    Runnable giveBack = ctx.attribute(COUNTED);
    if (giveBack != null && ctx.statusCode() >= HttpStatus.MULTIPLE_CHOICES_300) {
      giveBack.run();
    }
  }

  private void admit(Context ctx, String namespace) {
    var token = LmstfyPath.token(ctx);
    var needed = ctx.routeRoles().contains(Role.READ) ? Role.READ : Role.WRITE;
    if (!access.admits(ctx, token, namespace, needed)) {
      throw new ProblemException(
          token.isEmpty() ? ReasonCode.TOKEN_MISSING : ReasonCode.TOKEN_INVALID,
          "the call needs a token of its namespace");
    }
  }
}
