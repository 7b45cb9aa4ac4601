package io.delaygate.gateway.control;

import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.access.TokenHash;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.service.control.ControlKey;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of namespaces, for a door with words of its own, where a namespace is made by its first
 * token. Thread-safe.
 */
public final class TenantTokens {
  private final ControlCache known;
  private final TenancyWriter way;
  private final RandomGenerator random;

  /**
   * Those that are known, decided about that way.
   *
   * @param random makes tokens: nobody may foretell it
   */
  public TenantTokens(ControlCache known, TenancyWriter way, RandomGenerator random) {
    this.known = known;
    this.way = way;
    this.random = random;
  }

  /**
   * What is known of a token.
   *
   * @param hash of it
   */
  public record Tenant(String hash, TokenControl control) {
    /** What it is known by: nobody knows itself. */
    public String id() {
      return TokensHandler.id(hash);
    }
  }

  /** All of them, by namespace and name. */
  public List<Tenant> all() {
    return known.view().tokens().entrySet().stream()
        .map(token -> new Tenant(token.getKey(), token.getValue()))
        .sorted(
            Comparator.<Tenant, String>comparing(token -> token.control().namespace())
                .thenComparing(token -> token.control().name())
                .thenComparing(Tenant::hash))
        .toList();
  }

  /** The one of a namespace that is named by itself, or by what it is known by. */
  public Optional<Tenant> find(String namespace, String named) {
    var hash = hash(named);
    return all().stream()
        .filter(token -> token.control().namespace().equals(namespace))
        .filter(token -> token.hash().equals(hash) || token.id().equals(named))
        .findFirst();
  }

  /** Whether there is such a token, of whichever namespace. */
  public boolean exists(String token) {
    return known.view().tokens().containsKey(hash(token));
  }

  /**
   * Makes one that may publish and work, and its namespace if that is missing.
   *
   * @param chosen the token; null for one that is made
   * @param write the answer, with the token
   * @throws ProblemException 409 when there are as many as there may be
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
    records.add(TenancyRecord.of(hash(token), control));
    way.decide(ctx, records, () -> write.accept(token));
  }

  /** Revokes one. */
  public void revoke(Context ctx, Tenant token, Runnable write) {
    way.decide(ctx, List.of(TenancyRecord.none(new ControlKey.OfToken(token.hash()))), write);
  }

  /** Says what one may use, which is all that may differ from what is known of it. */
  public void limit(Context ctx, Tenant token, TokenControl limited, Runnable write) {
    way.decide(ctx, List.of(TenancyRecord.of(token.hash(), limited)), write);
  }

  private static String hash(String token) {
    return HexFormat.of().formatHex(TokenHash.of(token));
  }
}
