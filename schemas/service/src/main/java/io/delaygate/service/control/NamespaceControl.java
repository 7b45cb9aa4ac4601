package io.delaygate.service.control;

import io.delaygate.schemas.contract.JobId;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Decision about one namespace: its limits and its allowed targets, which gateways enforce. The
 * record makes the namespace exist.
 *
 * @param limits of all its tokens together
 * @param allow names and patterns of which a target must match one, in addition to the
 *     installation's rules
 * @param deny names and patterns of which a target may match none
 */
public record NamespaceControl(UsageLimits limits, List<String> allow, List<String> deny) {
  /** The namespace of clients that do not name one; it always exists. */
  public static final String DEFAULT = JobId.DEFAULT_NAMESPACE;

  /** A namespace with all targets and no limits. */
  public static final NamespaceControl OPEN =
      new NamespaceControl(UsageLimits.NONE, List.of("*"), List.of());

  /** Header of the allowed targets, once for each. */
  public static final String ALLOW = "allow";

  /** Header of the denied targets, once for each. */
  public static final String DENY = "deny";

  /**
   * Letters, digits, {@code -} and {@code _}. There is no dot, as it separates a namespace from a
   * queue in targets; with an id the name must fit into 255 bytes.
   */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** Makes immutable copies. */
  public NamespaceControl {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /** Whether a namespace may have that name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }
}
