package io.delaygate.schemas.topics;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of an HTTP endpoint and the namespace that it belongs to.
 *
 * @param namespace 1 to 64 letters, digits, {@code -} and {@code _}
 * @param name 1 to 64 letters, digits, {@code -} and {@code _}
 */
public record EndpointName(String namespace, String name) {
  /** As long as the name of a namespace: both are parts of targets, metrics and paths. */
  public static final int NAME_CHARS = 64;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1," + NAME_CHARS + "}");

  /** End of the namespace and begin of the name in a target. */
  private static final String MARK = ".~";

  /** Checks both names. */
  public EndpointName {
    if (!isName(namespace) || !isName(name)) {
      throw new IllegalArgumentException(
          "'%s/%s' is not a valid name of an endpoint".formatted(namespace, name));
    }
  }

  /** Whether an endpoint may have that name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * The endpoint that a target stands for, whatever the prefix of its installation is: no topic and
   * no queue can have such a name.
   */
  public static Optional<EndpointName> find(String target) {
    return Optional.ofNullable(orNull(target));
  }

  /** Whether a target stands for an endpoint, whatever the prefix of its installation is. */
  public static boolean isTarget(String target) {
    return orNull(target) != null;
  }

  /** The name of the endpoint that a target stands for; null for a topic or a queue. */
  public static @Nullable String ofTarget(String target) {
    var found = orNull(target);
    return found == null ? null : found.name;
  }

  /** A target in a sentence for people: an endpoint by its name, or a quoted topic or queue. */
  public static String inWords(String target) {
    var found = orNull(target);
    return found == null
        ? "'%s'".formatted(target)
        : "endpoint '%s' of the namespace '%s'".formatted(found.name, found.namespace);
  }

  /** Asked about each job that leaves; nearly all targets are topics. */
  private static @Nullable EndpointName orNull(String target) {
    var end = target.indexOf(MARK);
    var begin = end < 0 ? -1 : target.lastIndexOf('.', end - 1);
    if (begin < 0) {
      return null;
    }
    var namespace = target.substring(begin + 1, end);
    var name = target.substring(end + MARK.length());
    return isName(namespace) && isName(name) ? new EndpointName(namespace, name) : null;
  }

  /** {@code shop/billing}. */
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
