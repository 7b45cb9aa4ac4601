package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.control.TenantTokens;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;

/**
 * Tokens of all pools, as administrators name them: {@code pool:token}, or with the parameter
 * {@code pool}. Thread-safe.
 */
record PoolTokens(Pools<TenantTokens> byPool) {
  private static final char SEPARATOR = ':';

  /**
   * Tokens of one pool.
   *
   * @param name of the pool
   */
  record Pool(String name, TenantTokens tokens) {
    /** The token with its pool, as clients have to show it. */
    String shown(String token) {
      return name.equals(Pools.DEFAULT) ? token : name + SEPARATOR + token;
    }
  }

  /** A token that exists, and the tokens of its pool. */
  record Found(TenantTokens tokens, TenantTokens.Tenant token) {}

  /** The pools that a call is about: the one that it names, or all, each once. */
  List<Pool> asked(Context ctx) {
    return parameter(ctx).isEmpty()
        ? byPool.representatives().stream().sorted().map(this::named).toList()
        : List.of(of(ctx, ""));
  }

  /**
   * The pool that a call names: in the token, else as parameter, else the default one.
   *
   * @param token as the call names it; empty for none
   */
  Pool of(Context ctx, String token) {
    var inToken = token.substring(0, Math.max(0, token.indexOf(SEPARATOR)));
    return named(inToken.isEmpty() ? parameter(ctx) : inToken);
  }

  private Pool named(String name) {
    var tokens =
        byPool.named(name).orElseThrow(() -> LmstfyError.invalid("the pool was not exists"));
    return new Pool(name.isEmpty() ? Pools.DEFAULT : name, tokens);
  }

  /** The token that a path names; empty if it does not exist. */
  Optional<Found> find(Context ctx) {
    var named = ctx.pathParam("token");
    var tokens = of(ctx, named).tokens();
    return tokens
        .find(ctx.pathParam("namespace"), bare(named))
        .map(token -> new Found(tokens, token));
  }

  /** A token without its pool. */
  static String bare(String token) {
    return token.substring(token.indexOf(SEPARATOR) + 1);
  }

  private static String parameter(Context ctx) {
    return Optional.ofNullable(ctx.queryParam("pool")).orElse("");
  }
}
