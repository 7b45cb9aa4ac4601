package io.delaygate.service.control;

import io.delaygate.schemas.contract.JobId;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is decided about one namespace; it exists by being decided about.
 *
 * @param limits of all its tokens together
 * @param allow names and patterns of targets of which one must fit, beside the installation's rules
 * @param deny names and patterns of targets of which none may fit
 */
public record NamespaceControl(UsageLimits limits, List<String> allow, List<String> deny) {
  /** Of those who use no namespace; it exists whether somebody decided about it or not. */
  public static final String DEFAULT = JobId.DEFAULT_NAMESPACE;

  /** A namespace with everything that the installation has. */
  public static final NamespaceControl OPEN =
      new NamespaceControl(UsageLimits.NONE, List.of("*"), List.of());

  /** Header of the allowed targets, once for each. */
  public static final String ALLOW = "allow";

  /** Header of the denied targets, once for each. */
  public static final String DENY = "deny";

  /**
   * Letters, digits, {@code -} and {@code _}, as in topic names without the dot, which separates a
   * namespace from a queue there; with an id it must fit into 255 bytes.
   */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** Copies that nobody changes. */
  public NamespaceControl {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /** Whether a namespace may have that name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }
}
