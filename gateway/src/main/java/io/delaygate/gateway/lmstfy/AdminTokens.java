package io.delaygate.gateway.lmstfy;

import io.delaygate.service.control.NamespaceControl;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Handlers of {@code POST} and {@code GET /token/:ns}, {@code DELETE /token/:ns/:token}: creation,
 * list and revocation of tokens.
 */
record AdminTokens(PoolTokens pools) {
  /** Shortest chosen token, in characters; a shorter one could be guessed. */
  private static final int SHORTEST = 20;

  private static final int LONGEST_NAME = 64;
  private static final Pattern NAMESPACE = Pattern.compile("[-_A-Za-z0-9]+");
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9._-]");

  /** Creates a token, either the one that the caller chose or a new one. */
  void post(Context ctx) {
    var description = parameter(ctx, "description");
    if (description.isEmpty()) {
      throw LmstfyError.invalid("invalid description");
    }
    var named = parameter(ctx, "token");
    var chosen = PoolTokens.bare(named);
    if (!named.isEmpty() && chosen.length() < SHORTEST) {
      throw LmstfyError.invalid("the user token was too short");
    }
    var namespace = ctx.pathParam("namespace");
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw LmstfyError.invalid("namespace name contains forbidden characters");
    }
    if (!NamespaceControl.isName(namespace)) {
      throw LmstfyError.invalid("the namespace name was too long");
    }
    var pool = pools.of(ctx, named);
    if (!chosen.isEmpty() && pool.tokens().exists(chosen)) {
      throw LmstfyError.invalid("the token has already existed");
    }
    pool.tokens()
        .make(
            ctx,
            namespace,
            name(description),
            chosen.isEmpty() ? null : chosen,
            made -> {
              var json = LmstfyJsonWriter.object().put("token", pool.shown(made));
              LmstfyJsonWriter.writeIndented(ctx, HttpStatus.CREATED_201, json);
            });
  }

  /** Answers with the ids and descriptions of tokens; the tokens themselves are not stored. */
  void list(Context ctx) {
    var tokens = pools.of(ctx, "").tokens();
    var namespace = ctx.pathParam("namespace");
    var json = LmstfyJsonWriter.object();
    var list = json.putObject("tokens");
    tokens.all().stream()
        .filter(token -> token.control().namespace().equals(namespace))
        .forEach(token -> list.put(token.id(), token.control().name()));
    LmstfyJsonWriter.writeIndented(ctx, HttpStatus.OK_200, json);
  }

  /** Revokes a token, named by itself or by its id. A token that does not exist is not an error. */
  void delete(Context ctx) {
    var found = pools.find(ctx);
    if (found.isEmpty()) {
      LmstfyJsonWriter.empty(ctx, HttpStatus.NO_CONTENT_204);
    } else {
      var tokens = found.get().tokens();
      tokens.revoke(
          ctx, found.get().token(), () -> LmstfyJsonWriter.empty(ctx, HttpStatus.NO_CONTENT_204));
    }
  }

  private static String parameter(Context ctx, String name) {
    return Optional.ofNullable(ctx.queryParam(name))
        .or(() -> Optional.ofNullable(ctx.formParam(name)))
        .orElse("");
  }

  /** The part of a description that fits into the name of a token. */
  private static String name(String description) {
    var name = NOT_IN_NAMES.matcher(description).replaceAll("-");
    return name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }
}
