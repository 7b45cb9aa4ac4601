package io.delaygate.gateway.health;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fault that is there now, with the values of its sentences. Immutable.
 *
 * @param detail the reason, in words of who noticed it; null for none
 * @param reason its code; null for none
 * @param more further sentences about the cost; empty for none
 * @param remedy what to do in this case; null for the fault's own remedy
 * @param sinceMs when it began, epoch milliseconds; null where that is not known
 */
record ActiveFault(
    Fault fault,
    Severity severity,
    Subject subject,
    Map<Placeholder, String> values,
    @Nullable String detail,
    @Nullable String reason,
    String more,
    @Nullable String remedy,
    @Nullable Long sinceMs) {
  /** A fault of the usual severity. */
  static ActiveFault of(Fault fault, Subject subject) {
    var values = new EnumMap<Placeholder, String>(Placeholder.class);
    if (subject.instance() != null) {
      values.put(Placeholder.INSTANCE, subject.instance());
    }
    if (subject.topic() != null || subject.endpoint() != null || subject.namespace() != null) {
      values.put(Placeholder.TOPIC, subject.name());
    }
    if (subject.endpoint() != null) {
      values.put(Placeholder.ENDPOINT, subject.endpoint().name());
      values.put(Placeholder.NAMESPACE, subject.endpoint().namespace());
    }
    return new ActiveFault(fault, fault.severity(), subject, values, null, null, "", null, null);
  }

  ActiveFault with(Placeholder placeholder, String value) {
    var all = new EnumMap<Placeholder, String>(Placeholder.class);
    all.putAll(values);
    all.put(placeholder, value);
    return new ActiveFault(fault, severity, subject, all, detail, reason, more, remedy, sinceMs);
  }

  ActiveFault as(Severity other) {
    return new ActiveFault(fault, other, subject, values, detail, reason, more, remedy, sinceMs);
  }

  ActiveFault because(@Nullable String text) {
    return new ActiveFault(fault, severity, subject, values, text, reason, more, remedy, sinceMs);
  }

  ActiveFault reason(String code, @Nullable String itsRemedy) {
    return new ActiveFault(
        fault, severity, subject, values, detail, code, more, itsRemedy, sinceMs);
  }

  ActiveFault costs(String sentences) {
    return new ActiveFault(
        fault, severity, subject, values, detail, reason, sentences, remedy, sinceMs);
  }

  ActiveFault since(@Nullable Long ms) {
    return new ActiveFault(fault, severity, subject, values, detail, reason, more, remedy, ms);
  }

  /** The same in general words, without names and numbers, for a namespace. */
  ActiveFault inGeneral() {
    return new ActiveFault(
        fault,
        severity,
        subject.isShared() ? Subject.INSTALLATION : subject,
        subject.isShared() ? Map.of() : onlyTarget(),
        null,
        reason,
        "",
        subject.isShared() ? "Tell the operators of the installation." : remedy,
        sinceMs);
  }

  private Map<Placeholder, String> onlyTarget() {
    var topic = values.get(Placeholder.TOPIC);
    var reasonText = values.get(Placeholder.REASON);
    var left = new EnumMap<Placeholder, String>(Placeholder.class);
    if (topic != null) {
      left.put(Placeholder.TOPIC, topic);
    }
    if (reasonText != null) {
      left.put(Placeholder.REASON, reasonText);
    }
    return left;
  }

  /** Sentence that says what is wrong. */
  String sentence() {
    var text = Placeholder.fill(fault.summary(), values);
    return detail == null || detail.isEmpty() ? text + "." : text + ": " + detail + ".";
  }

  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("code", fault.name()).put("severity", severity.text());
    subject.put(json);
    if (reason != null) {
      json.put("reason", reason);
    }
    json.put("sentence", sentence());
    var cost = Placeholder.fill(fault.cost(), values);
    json.put("cost", more.isEmpty() ? cost : cost + " " + more);
    json.put("remedy", Placeholder.fill(remedy == null ? fault.remedy() : remedy, values));
    json.put("runbook", fault.runbook());
    if (sinceMs == null) {
      return json.putNull("sinceMs").putNull("since");
    }
    return json.setAll(
        CallerJobView.withIsoTimes(
            JsonNodeFactory.instance.objectNode().put("sinceMs", sinceMs.longValue())));
  }
}
