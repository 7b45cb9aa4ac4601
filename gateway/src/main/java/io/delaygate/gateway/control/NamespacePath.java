package io.delaygate.gateway.control;

import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.service.control.NamespaceControl;
import io.javalin.http.Context;

/** Namespace in the path {@code /v1/admin/namespaces/{namespace}}, read from the raw path. */
public final class NamespacePath {
  /** Prefix of paths of namespaces. */
  public static final String PREFIX = "/v1/admin/namespaces/";

  /** Path parameter of the namespace in routes, and field in problems. */
  public static final String FIELD = "namespace";

  private NamespacePath() {}

  /**
   * The name; one that is not valid ends the call with a problem. Also runs before routing, as the
   * router fails on some names.
   */
  public static String name(Context ctx) {
    var name = PercentEncoding.segment(ctx, PREFIX).orElse("");
    if (!NamespaceControl.isName(name)) {
      throw QueryParameters.invalid(
          FIELD, "the name of a namespace must be 1 to 64 letters, digits, '-' and '_'");
    }
    return name;
  }
}
