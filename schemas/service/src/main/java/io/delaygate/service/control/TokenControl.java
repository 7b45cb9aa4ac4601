package io.delaygate.service.control;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Token that an administrator made over HTTP: its name, namespace, role and limits. Only its hash
 * is stored, as the key of its record.
 *
 * @param name name of its owner
 * @param namespace the namespace that it belongs to
 * @param role its role, as gateways write it
 * @param limits its own limits, in addition to those of its namespace
 * @param interval further limits in an interval, null for none; earlier versions do not know and do
 *     not enforce them
 */
public record TokenControl(
    String name,
    String namespace,
    String role,
    UsageLimits limits,
    @Nullable IntervalLimits interval) {
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
      throw new IllegalArgumentException("'" + name + "' is not a valid name of a token");
    }
    if (!NamespaceControl.isName(namespace)) {
      throw new IllegalArgumentException("'" + namespace + "' is not a valid name of a namespace");
    }
  }

  /** A token without interval limits. */
  public TokenControl(String name, String namespace, String role, UsageLimits limits) {
    this(name, namespace, role, limits, null);
  }

  /** The same token with other limits, and the same interval. */
  public TokenControl withLimits(UsageLimits others) {
    return new TokenControl(name, namespace, role, others, interval);
  }

  /** The same token with another interval, null for none, and the same limits. */
  public TokenControl withInterval(@Nullable IntervalLimits other) {
    return new TokenControl(name, namespace, role, limits, other);
  }

  /** Whether a token may have that name. */
  public static boolean isName(String name) {
    return NAMES.matcher(name).matches();
  }

  /** Whether the text has the form of a token's hash: SHA-256 in lower-case hexadecimal digits. */
  public static boolean isHash(String text) {
    return HASH.matcher(text).matches();
  }
}
