package io.delaygate.schemas.control;

import java.util.regex.Pattern;

/**
 * A token that an administrator made over HTTP; only its hash is known, which is the key of its
 * record.
 *
 * @param name whose it is
 * @param namespace the one that it belongs to
 * @param role what it allows, as gateways write it
 * @param limits of its own, beside those of its namespace
 */
public record TokenControl(String name, String namespace, String role, UsageLimits limits) {
  /** Header of the name. */
  public static final String NAME = "name";

  /** Header of the namespace. */
  public static final String NAMESPACE = "namespace";

  /** Header of the role. */
  public static final String ROLE = "role";

  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  /** Checks the names. */
  public TokenControl {
    if (!isName(name)) {
      throw new IllegalArgumentException("'" + name + "' is no name of a token");
    }
    if (!NamespaceControl.isName(namespace)) {
      throw new IllegalArgumentException("'" + namespace + "' is no name of a namespace");
    }
  }

  /** Whether a token may have that name. */
  public static boolean isName(String name) {
    return NAMES.matcher(name).matches();
  }

  /** Whether that is a hash of a token: SHA-256 in lower-case hexadecimal digits. */
  public static boolean isHash(String text) {
    return HASH.matcher(text).matches();
  }
}
