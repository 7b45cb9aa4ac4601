package io.delaygate.scheduler.topics;

import java.util.Locale;
import java.util.regex.Pattern;

/** Valid name of a Kubernetes resource, made from a topic's name. */
final class KubernetesName {
  /** A DNS subdomain, as Kubernetes wants it: labels of letters, digits and inner dashes. */
  private static final Pattern LEGAL =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  /** Kubernetes allows 253, and a dash and the hash follow. */
  private static final int LONGEST = 240;

  private KubernetesName() {}

  /**
   * The topic's name where that is legal. Else a legal one that resembles it, with a hash, as names
   * that differ in case, or in what stands between words, would become the same one.
   */
  static String of(String topic) {
    if (LEGAL.matcher(topic).matches()) {
      return topic;
    }
    var words = topic.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    var head = words.substring(0, Math.min(LONGEST, words.length()));
    return "%s-%08x".formatted(head, topic.hashCode()).replaceAll("^-+", "").replace("--", "-");
  }
}
