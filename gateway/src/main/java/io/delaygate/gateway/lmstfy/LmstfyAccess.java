package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.CallWindows;
import io.delaygate.gateway.access.CallWindows.Direction;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.security.RouteRole;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Who is let in to calls about queues of a pool, when names and pool are judged: by token, then by
 * limits. Limits of a namespace are about all calls but those that are open to anybody, who could
 * use them up for it; those of a token about consuming here, as a limit of jobs bounds who
 * publishes. What a token may do in an interval is about consuming and publishing.
 */
final class LmstfyAccess {
  private static final String COUNTED = LmstfyAccess.class.getName();

  private final AccessGuard access;
  private final Quotas quotas;
  private final CallWindows windows;

  /** By these. */
  LmstfyAccess(AccessGuard access, Quotas quotas, CallWindows windows) {
    this.access = access;
    this.quotas = quotas;
    this.windows = windows;
  }

  /** Marks of routes. */
  enum Mark implements RouteRole {
    /** Asks for jobs, of queues that may be several. */
    CONSUMES(Direction.READ),
    /** Publishes one job or some. */
    PUBLISHES(Direction.WRITE);

    private final Direction direction;

    Mark(Direction direction) {
      this.direction = direction;
    }
  }

  /** Whether a call asks for jobs. */
  static boolean consumes(Context ctx) {
    return ctx.routeRoles().contains(Mark.CONSUMES);
  }

  /** Runs when the route is known. */
  void check(Context ctx) {
    var place = LmstfyPath.of(ctx);
    var consumes = consumes(ctx);
    if (ctx.routeRoles().contains(Role.OPEN)) {
      access.opens(ctx, place.namespace());
      return;
    }
    admit(ctx, place.namespace());
    var caller = AccessGuard.caller(ctx);
    quotas.call(consumes ? caller : caller.withoutToken());
    ctx.routeRoles().stream()
        .filter(Mark.class::isInstance)
        .map(Mark.class::cast)
        .forEach(mark -> ctx.attribute(COUNTED, windows.take(caller, mark.direction)));
  }

  /** Runs when a call is answered: one that did not succeed is not counted in its interval. */
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
