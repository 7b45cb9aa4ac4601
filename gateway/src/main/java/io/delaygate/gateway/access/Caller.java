package io.delaygate.gateway.access;

import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.Optional;

/**
 * Identity and rights of a caller, from the token that it sent.
 *
 * @param name of the token
 * @param namespace whose jobs and queues this caller sees
 * @param role what the token allows
 * @param limits of the token, beside those of the namespace
 * @param token the hash of a token that was made over HTTP; empty for all others
 */
public record Caller(String name, String namespace, Role role, UsageLimits limits, String token) {
  /** The caller where no token is required. */
  static final Caller ANYBODY =
      new Caller("-", NamespaceControl.DEFAULT, Role.ADMIN, UsageLimits.NONE, "");

  /**
   * The caller with a token of the file, which is valid for the default namespace and the
   * installation.
   */
  static Caller of(FileTokens.Token token) {
    return new Caller(token.name(), NamespaceControl.DEFAULT, token.role(), UsageLimits.NONE, "");
  }

  /** The caller with a token that was made over HTTP; empty when its role is not valid. */
  static Optional<Caller> of(TokenControl token, String hash) {
    return Role.ofToken(token.role())
        .map(role -> new Caller(token.name(), token.namespace(), role, token.limits(), hash));
  }

  /** The same caller, acting inside a namespace as if it were its own. */
  Caller in(String other) {
    return new Caller(name, other, role, limits, token);
  }

  /** The same caller without the limits of its token. Those of its namespace still hold. */
  public Caller withoutToken() {
    return new Caller(name, namespace, role, UsageLimits.NONE, "");
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
