package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.util.Set;
import org.eclipse.jetty.http.HttpStatus;

/** Writer of the problems of calls about queues, in the wording of lmstfy. */
final class LmstfyProblems implements ProblemMapper.Wording {
  @Override
  public void write(Context ctx, Problem problem) {
    if (problem.status() == HttpStatus.TOO_MANY_REQUESTS_429) {
      LmstfyJsonWriter.write(ctx, problem.status(), LmstfyJsonWriter.msg(limited(ctx)));
      return;
    }
    var status = status(problem);
    LmstfyJsonWriter.write(ctx, status, LmstfyJsonWriter.error(words(problem)));
  }

  /** As in lmstfy, a wrong method or a missing resource has the status of a wrong path or token. */
  private static int status(Problem problem) {
    return switch (problem.reason()) {
      case METHOD_NOT_ALLOWED -> HttpStatus.NOT_FOUND_404;
      case ROLE_INSUFFICIENT, NAMESPACE_NOT_FOUND -> HttpStatus.UNAUTHORIZED_401;
      case TIME_OUT_OF_RANGE, TIME_INVALID -> HttpStatus.BAD_REQUEST_400;
      default -> problem.status();
    };
  }

  private static String words(Problem problem) {
    return switch (problem.reason()) {
      case NOT_FOUND, METHOD_NOT_ALLOWED -> "api not found";
      case TOKEN_MISSING -> "token not found";
      case TOKEN_INVALID, ROLE_INSUFFICIENT, NAMESPACE_NOT_FOUND -> "invalid token";
      case BODY_TOO_LARGE, RECORD_TOO_LARGE -> "body too large";
      case BODY_INVALID, BODY_TOO_SLOW -> "failed to read body";
      case TIME_OUT_OF_RANGE -> "invalid delay";
      case TIME_INVALID -> "invalid ttl";
      case INTERNAL -> "internal error";
      default -> problem.detail();
    };
  }

  /** With the public id of the token: lmstfy shows the token itself, which ends up in logs. */
  private static String limited(Context ctx) {
    var what = ctx.method().equals(HandlerType.PUT) ? "produce" : "consume";
    return "token(%s) %s reach the limit rate, please retry later"
        .formatted(TokenHasher.id(TokenHasher.hex(LmstfyPath.token(ctx))), what);
  }

  /** Writer of the problems of administrators' calls, in the wording of lmstfy. */
  static final class OfAdmins implements ProblemMapper.Wording {
    /** Paths that are redirected to the same path without the slash at the end. */
    private static final Set<String> SLASHED =
        Set.of("/pools/", "/info/", "/version/", "/metrics/", "/limits/", "/accesslog/");

    @Override
    public void write(Context ctx, Problem problem) {
      switch (problem.reason()) {
        case NOT_FOUND, METHOD_NOT_ALLOWED -> {
          if (SLASHED.contains(ctx.path())) {
            var path = ctx.path().substring(0, ctx.path().length() - 1);
            ctx.header(Header.LOCATION, path);
            LmstfyJsonWriter.empty(ctx, HttpStatus.MOVED_PERMANENTLY_301);
          } else {
            LmstfyJsonWriter.text(ctx, HttpStatus.NOT_FOUND_404, "404 page not found");
          }
        }
        case TOKEN_INVALID -> LmstfyJsonWriter.empty(ctx, problem.status());
        default ->
            LmstfyJsonWriter.write(ctx, problem.status(), LmstfyJsonWriter.error(problem.detail()));
      }
    }
  }
}
