package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.gateway.control.TenancyWriter.Decision;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.ControlKey;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Handler of the tokens of a namespace: {@code GET} and {@code POST
 * /v1/admin/namespaces/{namespace}/tokens}; {@code DELETE .../tokens/{id}}; {@code GET}, {@code
 * PUT} and {@code DELETE .../tokens/{id}/limits}.
 *
 * @param random makes tokens; must not be predictable
 */
public record TokensHandler(ControlCache known, TenancyWriter way, RandomGenerator random) {
  /** One for each service and person of a tenant; every gateway has them in memory. */
  static final int TOKENS_MAX = 100;

  /** Path parameter of the token's id in routes, and field in problems. */
  public static final String FIELD = "token";

  /** Too many bits to guess. */
  private static final int TOKEN_BYTES = 32;

  /** Lists the tokens of a namespace, by name. */
  public void list(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var view = known.view();
    var namespace = NamespacePath.name(ctx);
    NamespacesHandler.existing(view, namespace);
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("tokens");
    tokens(view, namespace)
        .sorted(
            Comparator.<Map.Entry<String, TokenControl>, String>comparing(
                    token -> token.getValue().name())
                .thenComparing(Map.Entry::getKey))
        .forEach(
            token -> list.add(TenancyJson.token(TokenHasher.id(token.getKey()), token.getValue())));
    QueryResponder.json(ctx, json);
  }

  /** Makes a token; this answer is the only one that shows it. */
  public void post(Context ctx) {
    var namespace = NamespacePath.name(ctx);
    way.decide(
        ctx,
        claim -> {
          var token = TenancyJson.token(way.body(ctx, claim), namespace);
          var view = known.view();
          NamespacesHandler.existing(view, namespace);
          checkRoom(view, namespace);
          var shown = drawn(random);
          var hash = TokenHasher.hex(shown);
          var json = TenancyJson.token(TokenHasher.id(hash), token).put("token", shown);
          return new Decision(List.of(TenancyRecord.of(hash, token)), HttpStatus.CREATED, json);
        });
  }

  /** Revokes a token. */
  public void delete(Context ctx) {
    way.decide(
        ctx,
        claim -> {
          var token = named(ctx);
          return Decision.of(
              TenancyRecord.none(new ControlKey.OfToken(token.getKey())),
              TenancyJson.token(TokenHasher.id(token.getKey()), token.getValue()));
        });
  }

  /** Shows the limits of a token, besides those of its namespace. */
  public void limits(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    QueryResponder.json(ctx, TenancyJson.limits(named(ctx).getValue().limits()));
  }

  /** Sets the limits of a token. */
  public void putLimits(Context ctx) {
    way.decide(ctx, claim -> limited(ctx, TenancyJson.limits(way.body(ctx, claim))));
  }

  /** Removes all limits of a token. */
  public void deleteLimits(Context ctx) {
    way.decide(ctx, claim -> limited(ctx, UsageLimits.NONE));
  }

  private Decision limited(Context ctx, UsageLimits limits) {
    var token = named(ctx);
    var control = token.getValue().withLimits(limits);
    return Decision.of(TenancyRecord.of(token.getKey(), control), TenancyJson.limits(limits));
  }

  private Map.Entry<String, TokenControl> named(Context ctx) {
    var view = known.view();
    var namespace = NamespacePath.name(ctx);
    NamespacesHandler.existing(view, namespace);
    var id = ctx.pathParam(FIELD);
    return tokens(view, namespace)
        .filter(token -> TokenHasher.id(token.getKey()).equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                ProblemException.at(
                    FIELD,
                    ReasonCode.TOKEN_NOT_FOUND,
                    "the token does not exist in the namespace"));
  }

  /**
   * Checks that a namespace may have one more token.
   *
   * @throws ProblemException 409 when it may not
   */
  static void checkRoom(ControlView view, String namespace) {
    if (tokens(view, namespace).count() >= TOKENS_MAX) {
      throw new ProblemException(
          ReasonCode.TOO_MANY,
          "the namespace has %d tokens already, the largest number; revoke one first"
              .formatted(TOKENS_MAX));
    }
  }

  /** A new random token. */
  static String drawn(RandomGenerator random) {
    var bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static Stream<Map.Entry<String, TokenControl>> tokens(ControlView view, String of) {
    return view.tokens().entrySet().stream()
        .filter(token -> token.getValue().namespace().equals(of));
  }
}
