package io.delaygate.gateway.access;

import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.Optional;

/**
 * Who calls, as the token says that was shown.
 *
 * @param name whose the token is
 * @param namespace whose jobs and queues there are for this caller
 * @param role what the token allows
 * @param limits of the token, beside those of the namespace
 * @param token tells the token from others that were made over HTTP: its hash; empty for all others
 */
public record Caller(String name, String namespace, Role role, UsageLimits limits, String token) {
  /** Where no tokens are asked for. */
  static final Caller ANYBODY =
      new Caller("-", NamespaceControl.DEFAULT, Role.ADMIN, UsageLimits.NONE, "");

  /** Of a token of the file, which is good for the default namespace and the installation. */
  static Caller of(Token token) {
    return new Caller(token.name(), NamespaceControl.DEFAULT, token.role(), UsageLimits.NONE, "");
  }

  /** Of a token that was made over HTTP; empty when its role is none. */
  static Optional<Caller> of(TokenControl token, String hash) {
    return Role.ofToken(token.role())
        .map(role -> new Caller(token.name(), token.namespace(), role, token.limits(), hash));
  }

  /** The same caller, acting inside a namespace as if it were its own. */
  Caller in(String other) {
    return new Caller(name, other, role, limits, token);
  }

  /** Somebody who looks at what is public. */
  static Caller publicly(String namespace) {
    return new Caller("-", namespace, Role.READ, UsageLimits.NONE, "");
  }

  /** The same caller in a call that no limit of its token is about, but those of its namespace. */
  public Caller withoutToken() {
    return new Caller(name, namespace, role, UsageLimits.NONE, "");
  }

  /** The ids that this caller may name. */
  public NamespaceIds ids() {
    return new NamespaceIds(namespace);
  }

  /** Whether this is somebody of the installation, who may decide about all of it. */
  public boolean isOfInstallation() {
    return namespace.equals(NamespaceControl.DEFAULT);
  }
}
