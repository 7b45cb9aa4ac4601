package io.delaygate.service.control;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token that an administrator made over HTTP; only its hash is known, which is the key of its
 * record.
 *
 * @param name whose it is
 * @param namespace the one that it belongs to
 * @param role what it allows, as gateways write it
 * @param limits of its own, beside those of its namespace
 * @param interval what it may do in an interval besides, null for no bound; versions before do not
 *     know it, and do not hold tokens to it
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
      throw new IllegalArgumentException("'" + name + "' is no name of a token");
    }
    if (!NamespaceControl.isName(namespace)) {
      throw new IllegalArgumentException("'" + namespace + "' is no name of a namespace");
    }
  }

  /** One without a bound of an interval. */
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

  /** Whether that is a hash of a token: SHA-256 in lower-case hexadecimal digits. */
  public static boolean isHash(String text) {
    return HASH.matcher(text).matches();
  }
}
