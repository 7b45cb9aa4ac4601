package io.delaygate.gateway.lmstfy;

import static io.delaygate.gateway.lmstfy.LmstfyRoutes.get;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.NamespaceControl;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Table of all administrator routes, with the role that each needs.
 *
 * @param access decides which callers are administrators, of all pools
 * @param metrics the gateway's own
 */
record AdminRoutes(
    AccessGuard access, AdminTokens tokens, AdminLimits limits, AdminInfo facts, Handler metrics) {
  static final String TOKENS = "/token/{namespace}";
  static final String TOKEN = TOKENS + "/{token}";
  private static final String LIMIT = TOKEN + "/limit";

  private static final Pattern CREDENTIALS =
      Pattern.compile("(Basic|Bearer) +(\\S{1,1024})", Pattern.CASE_INSENSITIVE);

  void add(RoutesConfig routes) {
    routes.beforeMatched(this::check);
    routes.post(TOKENS, tokens::post, Role.ADMIN);
    get(routes, TOKENS, tokens::list, Role.ADMIN);
    routes.delete(TOKEN, tokens::delete, Role.ADMIN);
    get(routes, "/limits", limits::list, Role.ADMIN);
    routes.post(LIMIT, limits::post, Role.ADMIN);
    routes.put(LIMIT, limits::put, Role.ADMIN);
    get(routes, LIMIT, limits::get, Role.ADMIN);
    routes.delete(LIMIT, limits::delete, Role.ADMIN);
    get(routes, "/pools", facts::pools, Role.OPEN);
    get(routes, "/version", facts::version, Role.OPEN);
    get(routes, "/accesslog", facts::showLog, Role.OPEN);
    routes.post("/accesslog", facts::switchLog, Role.ADMIN);
    get(routes, "/info", facts::info, Role.READ);
    get(routes, "/metrics", metrics, Role.READ);
  }

  private void check(Context ctx) {
    var needed =
        ctx.routeRoles().stream().filter(Role.class::isInstance).map(Role.class::cast).findFirst();
    if (needed.isEmpty() || needed.get() == Role.OPEN) {
      return;
    }
    if (!access.admits(ctx, shown(ctx), NamespaceControl.DEFAULT, needed.get())) {
      ctx.header(Header.WWW_AUTHENTICATE, "Basic realm=\"Authorization Required\"");
      throw new ProblemException(
          ReasonCode.TOKEN_INVALID,
          "the call needs credentials: a token as bearer token, or as password of HTTP Basic");
    }
  }

  /** The token of a call: the password of any user, or the bearer token. */
  private static @Nullable String shown(Context ctx) {
    var header = Optional.ofNullable(ctx.header(Header.AUTHORIZATION)).orElse("");
    var credentials = CREDENTIALS.matcher(header);
    if (!credentials.matches()) {
      return null;
    }
    return credentials.group(1).equalsIgnoreCase("Bearer")
        ? credentials.group(2)
        : password(credentials.group(2));
  }

  private static @Nullable String password(String base64) {
    try {
      var text = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
      return text.contains(":") ? text.substring(text.indexOf(':') + 1) : null;
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }
}
