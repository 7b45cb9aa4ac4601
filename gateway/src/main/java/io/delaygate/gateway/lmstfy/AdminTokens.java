package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.service.control.NamespaceControl;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpStatus;

/** {@code POST} and {@code GET /token/:ns}, {@code DELETE /token/:ns/:token}. */
final class AdminTokens {
  static final String DEFAULT_POOL = "default";

  /** What nobody guesses. */
  private static final int SHORTEST = 20;

  private static final int LONGEST_NAME = 64;
  private static final Pattern NAMESPACE = Pattern.compile("[-_A-Za-z0-9]+");
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9._-]");

  private final TenantTokens tokens;
  private final Set<String> pools;

  /** Those of namespaces, in these pools. */
  AdminTokens(TenantTokens tokens, Set<String> pools) {
    this.tokens = tokens;
    this.pools = pools;
  }

  /** Makes one, chosen or not. */
  void post(Context ctx) {
    var description = parameter(ctx, "description");
    if (description.isEmpty()) {
      throw Refusal.invalid("invalid description");
    }
    var named = parameter(ctx, "token");
    var chosen = withoutPool(named);
    if (!named.isEmpty() && chosen.length() < SHORTEST) {
      throw Refusal.invalid("the user token was too short");
    }
    var namespace = ctx.pathParam("namespace");
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw Refusal.invalid("namespace name contains forbidden characters");
    }
    if (!NamespaceControl.isName(namespace)) {
      throw Refusal.invalid("the namespace name was too long");
    }
    var pool = pool(ctx, named);
    if (!chosen.isEmpty() && tokens.exists(chosen)) {
      throw Refusal.invalid("the token has already existed");
    }
    tokens.make(
        ctx,
        namespace,
        name(description),
        chosen.isEmpty() ? null : chosen,
        made -> {
          var shown = pool.equals(DEFAULT_POOL) ? made : pool + ":" + made;
          Answers.writeIndented(ctx, HttpStatus.CREATED_201, Answers.object().put("token", shown));
        });
  }

  /** What tokens are known by, and their descriptions: nobody knows the tokens any more. */
  void list(Context ctx) {
    pool(ctx, "");
    var namespace = ctx.pathParam("namespace");
    var json = Answers.object();
    var list = json.putObject("tokens");
    tokens.all().stream()
        .filter(token -> token.control().namespace().equals(namespace))
        .forEach(token -> list.put(token.id(), token.control().name()));
    Answers.writeIndented(ctx, HttpStatus.OK_200, json);
  }

  /** Revokes one, named by itself or by what it is known by; none is no fault. */
  void delete(Context ctx) {
    var found = find(ctx, tokens);
    if (found.isEmpty()) {
      Answers.empty(ctx, HttpStatus.NO_CONTENT_204);
    } else {
      tokens.revoke(ctx, found.get(), () -> Answers.empty(ctx, HttpStatus.NO_CONTENT_204));
    }
  }

  /** The token that a path names. */
  static Optional<TenantTokens.Tenant> find(Context ctx, TenantTokens tokens) {
    return tokens.find(ctx.pathParam("namespace"), withoutPool(ctx.pathParam("token")));
  }

  private String pool(Context ctx, String token) {
    var inToken = token.substring(0, Math.max(0, token.indexOf(':')));
    var asked = Optional.ofNullable(ctx.queryParam("pool")).orElse("");
    var pool = !inToken.isEmpty() ? inToken : asked.isEmpty() ? DEFAULT_POOL : asked;
    if (!pools.contains(pool)) {
      throw Refusal.invalid("the pool was not exists");
    }
    return pool;
  }

  private static String parameter(Context ctx, String name) {
    return Optional.ofNullable(ctx.queryParam(name))
        .or(() -> Optional.ofNullable(ctx.formParam(name)))
        .orElse("");
  }

  private static String withoutPool(String token) {
    return token.substring(token.indexOf(':') + 1);
  }

  /** As much of a description as the name of a token holds. */
  private static String name(String description) {
    var name = NOT_IN_NAMES.matcher(description).replaceAll("-");
    return name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }
}
