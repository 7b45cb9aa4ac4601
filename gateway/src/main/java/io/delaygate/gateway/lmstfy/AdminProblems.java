package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Set;
import org.eclipse.jetty.http.HttpStatus;

/** Writer of the problems of administrators' calls, in the wording of lmstfy. */
final class AdminProblems implements ProblemMapper.Wording {
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
