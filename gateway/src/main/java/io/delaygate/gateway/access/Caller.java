package io.delaygate.gateway.access;

import io.delaygate.schemas.job.Actor;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Identity and rights of a caller, from the token that it sent.
 *
 * @param name of the token
 * @param namespace whose jobs and queues this caller sees
 * @param role what the token allows
 * @param limits of the token, beside those of the namespace
 * @param token the hash of a token that was made over HTTP; empty for all others
 * @param actor name of the caller as the author of changes: that of its token, and the namespace
 *     that a token which was made over HTTP belongs to, as {@code name@namespace}
 */
public record Caller(
    String name, String namespace, Role role, UsageLimits limits, String token, Actor actor) {
  /** The caller where no token is required. */
  static final Caller ANYBODY =
      new Caller("-", NamespaceControl.DEFAULT, Role.ADMIN, UsageLimits.NONE, "", Actor.ANONYMOUS);

  /** Names that would be taken for those of other actors. */
  private static final Set<String> WORDS =
      Stream.of(Actor.KAFKA, Actor.SCHEDULER, Actor.GATEWAY, Actor.ANONYMOUS)
          .map(Actor::name)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * The caller with a token of the file, which is valid for the default namespace and the
   * installation.
   */
  static Caller of(FileTokens.Token token) {
    var home = NamespaceControl.DEFAULT;
    var actor = WORDS.contains(token.name()) ? at(token.name(), home) : actor(token.name());
    return new Caller(token.name(), home, token.role(), UsageLimits.NONE, "", actor);
  }

  /** The caller with a token that was made over HTTP; empty when its role is not valid. */
  static Optional<Caller> of(TokenControl token, String hash) {
    return Role.ofToken(token.role())
        .map(
            role ->
                new Caller(
                    token.name(),
                    token.namespace(),
                    role,
                    token.limits(),
                    hash,
                    at(token.name(), token.namespace())));
  }

  private static Actor at(String name, String namespace) {
    return actor(name + "@" + namespace);
  }

  /** Names in the file of tokens have ASCII characters, and any length. */
  private static Actor actor(String name) {
    return new Actor(name.substring(0, Math.min(name.length(), Actor.BYTES)));
  }

  /** The same caller, acting inside a namespace as if it were its own. */
  Caller in(String other) {
    return new Caller(name, other, role, limits, token, actor);
  }

  /** The same caller without the limits of its token. Those of its namespace still hold. */
  public Caller withoutToken() {
    return new Caller(name, namespace, role, UsageLimits.NONE, "", actor);
  }

  /** The ids that this caller may name. */
  public NamespaceIds ids() {
    return new NamespaceIds(namespace);
  }

  /** Whether this caller belongs to the installation and may decide about all of it. */
  public boolean isOfInstallation() {
    return namespace.equals(NamespaceControl.DEFAULT);
  }
}
