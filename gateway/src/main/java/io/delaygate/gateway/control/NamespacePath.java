package io.delaygate.gateway.control;

import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.NamespaceControl;
import io.javalin.http.Context;

/** The namespace in {@code /v1/admin/namespaces/{namespace}}, from the raw path. */
public final class NamespacePath {
  /** What paths of namespaces begin with. */
  public static final String PREFIX = "/v1/admin/namespaces/";

  /** The name of the namespace's place in routes, and in problems. */
  public static final String FIELD = "namespace";

  private NamespacePath() {}

  /** Refuses an illegal name. Runs before routing, as the router fails on some. */
  public static void check(Context ctx) {
    name(ctx);
  }

  /** The name, a legal one; any other ends the call with a problem. */
  static String name(Context ctx) {
    var rest = ctx.path().startsWith(PREFIX) ? ctx.path().substring(PREFIX.length()) : "";
    var slash = rest.indexOf('/');
    var name = PercentEncoding.decode(slash < 0 ? rest : rest.substring(0, slash)).orElse("");
    if (!NamespaceControl.isName(name)) {
      throw ProblemException.at(
          FIELD,
          ReasonCode.PARAMETER_INVALID,
          "a namespace has 1 to 64 letters, digits, '-' and '_'");
    }
    return name;
  }
}
