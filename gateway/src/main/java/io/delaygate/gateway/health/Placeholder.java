package io.delaygate.gateway.health;

import java.util.Locale;
import java.util.Map;

/**
 * Placeholder in the sentences of a {@link Fault}: the part that differs from case to case. In an
 * alert it is an expression of Prometheus.
 */
public enum Placeholder {
  INSTANCE("{{ $labels.pod }}", "a scheduler"),
  GATEWAY("gateway {{ $labels.pod }}", "a gateway"),
  TOPIC("{{ $labels.topic }}", "a target"),
  REASON("{{ $labels.reason }}", "of some kind"),
  PARTITION("{{ $labels.partition }}", "of a topic"),
  TASK("{{ $labels.task }}", "in the background"),
  LIMIT("{{ $labels.limit }}", "of a namespace"),
  // Prometheus renames the labels "namespace" and "endpoint", which the scraped target has as well
  ENDPOINT("{{ $labels.exported_endpoint }}", "of a namespace"),
  NAMESPACE("{{ $labels.exported_namespace }}", "that has it"),
  COUNT("{{ $value }}", "some"),
  NUMBER("{{ $value | humanize }}", "many"),
  DURATION("{{ $value | humanizeDuration }}", "some time"),
  SHARE("{{ $value | humanizePercentage }}", "a part"),
  OBJECTIVE("{{ .latenessObjective }}", "as set");

  private final String prometheus;
  private final String general;

  Placeholder(String prometheus, String general) {
    this.prometheus = prometheus;
    this.general = general;
  }

  /** Its text in a template. */
  String text() {
    return "{" + name().toLowerCase(Locale.ROOT) + "}";
  }

  /** Fills a template; a placeholder without a value is told in general words. */
  static String fill(String template, Map<Placeholder, String> values) {
    var text = template;
    for (var placeholder : values()) {
      if (text.contains(placeholder.text())) {
        text =
            text.replace(placeholder.text(), values.getOrDefault(placeholder, placeholder.general));
      }
    }
    return sentence(text);
  }

  private static String sentence(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Fills a template for an alert. */
  public static String alert(String template) {
    var text = template;
    for (var placeholder : values()) {
      text = text.replace(placeholder.text(), placeholder.prometheus);
    }
    return sentence(text);
  }
}
