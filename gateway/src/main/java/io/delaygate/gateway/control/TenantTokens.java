package io.delaygate.gateway.control;

import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.service.control.ControlKey;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Store of namespace tokens for an end point with its own protocol, such as lmstfy, where the first
 * token of a namespace makes the namespace. Thread-safe.
 *
 * @param random makes tokens; must not be predictable
 */
public record TenantTokens(ControlCache known, TenancyWriter way, RandomGenerator random) {
  /**
   * Token of a namespace, without the token itself.
   *
   * @param hash of the token
   */
  public record Tenant(String hash, TokenControl control) {
    /** The public id of the token; the token itself is not stored. */
    public String id() {
      return TokenHasher.id(hash);
    }
  }

  /** All tokens, by namespace and name. */
  public List<Tenant> all() {
    return known.view().tokens().entrySet().stream()
        .map(token -> new Tenant(token.getKey(), token.getValue()))
        .sorted(
            Comparator.<Tenant, String>comparing(token -> token.control().namespace())
                .thenComparing(token -> token.control().name())
                .thenComparing(Tenant::hash))
        .toList();
  }

  /** The token of a namespace, found by the token itself or by its id. */
  public Optional<Tenant> find(String namespace, String named) {
    var hash = TokenHasher.hex(named);
    return all().stream()
        .filter(token -> token.control().namespace().equals(namespace))
        .filter(token -> token.hash().equals(hash) || token.id().equals(named))
        .findFirst();
  }

  /** Whether any namespace has this token. */
  public boolean exists(String token) {
    return known.view().tokens().containsKey(TokenHasher.hex(token));
  }

  /**
   * Makes a token that may publish and work, and its namespace if that is missing.
   *
   * @param chosen the token; null for a generated one
   * @param write writes the answer, with the token
   * @throws ProblemException 409 when there are as many as allowed
   */
  public void make(
      Context ctx, String namespace, String name, @Nullable String chosen, Consumer<String> write) {
    var view = known.view();
    var records = new ArrayList<TenancyRecord>();
    if (!view.has(namespace)) {
      records.addAll(NamespacesHandler.making(view, namespace, NamespaceControl.OPEN));
    } else {
      TokensHandler.checkRoom(view, namespace);
    }
    var token = chosen == null ? TokensHandler.drawn(random) : chosen;
    var control = new TokenControl(name, namespace, Role.WRITE.text(), UsageLimits.NONE);
    records.add(TenancyRecord.of(TokenHasher.hex(token), control));
    way.decide(ctx, records, () -> write.accept(token));
  }

  /** Revokes a token. */
  public void revoke(Context ctx, Tenant token, Runnable write) {
    way.decide(ctx, List.of(TenancyRecord.none(new ControlKey.OfToken(token.hash()))), write);
  }

  /** Sets the limits of a token. Nothing else may differ from the known token. */
  public void limit(Context ctx, Tenant token, TokenControl limited, Runnable write) {
    way.decide(ctx, List.of(TenancyRecord.of(token.hash(), limited)), write);
  }
}
