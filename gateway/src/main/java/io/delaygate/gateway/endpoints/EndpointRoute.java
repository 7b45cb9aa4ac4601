package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.schemas.topics.EndpointName;
import io.javalin.http.Context;

/** Endpoint in the path {@code /v1/endpoints/{endpoint}}, read from the raw path. */
public final class EndpointRoute {
  /** Prefix of paths of endpoints. */
  public static final String PREFIX = "/v1/endpoints/";

  /** Path parameter of the endpoint in routes, and field in problems. */
  public static final String FIELD = "endpoint";

  private EndpointRoute() {}

  /**
   * The name; one that is not valid ends the call with a problem. Also runs before routing, as the
   * router fails on some names.
   */
  public static String text(Context ctx) {
    var name = PercentEncoding.segment(ctx, PREFIX).orElse("");
    if (!EndpointName.isName(name)) {
      throw QueryParameters.invalid(
          FIELD, "the name of an endpoint must be 1 to 64 letters, digits, '-' and '_'");
    }
    return name;
  }

  /** The endpoint of the caller's namespace that a path names; it need not exist. */
  static EndpointName name(Context ctx) {
    return new EndpointName(AccessGuard.caller(ctx).namespace(), text(ctx));
  }
}
