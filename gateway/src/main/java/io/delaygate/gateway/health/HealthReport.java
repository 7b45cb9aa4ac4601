package io.delaygate.gateway.health;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.InstanceReports;
import io.delaygate.schemas.topics.TopicNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Report of what is wrong with an installation now, and of what could not be judged. Immutable.
 *
 * @param findings the gravest first
 * @param unjudged sentences about what could not be judged, by the instance that they are about; an
 *     empty one for the installation
 */
record HealthReport(List<ActiveFault> findings, Map<String, String> unjudged, long nowMs) {
  /** As many as people look through; a count tells of the rest. */
  static final int MOST = 500;

  private static final Comparator<ActiveFault> ORDER =
      Comparator.comparing(ActiveFault::severity)
          .thenComparing(ActiveFault::fault)
          .thenComparing(ActiveFault::sentence);

  /** Judges the evidence. Pure. */
  static HealthReport of(Evidence evidence) {
    var findings = new ArrayList<ActiveFault>();
    var unjudged = new LinkedHashMap<String, String>();
    var reports = evidence.reports();
    var nowMs = evidence.nowMs();
    var counts = JsonNodeFactory.instance.objectNode();
    if (reports != null) {
      findings.addAll(InstanceRules.judge(reports, nowMs));
      if (!reports.found().isEmpty()) {
        counts = reports.statistics().all();
        findings.addAll(TargetRules.judge(reports, counts, nowMs));
      }
      addUnjudged(reports, unjudged);
    } else if (evidence.areKnown()) {
      findings.add(ActiveFault.of(Fault.SCHEDULER_ABSENT, Subject.INSTALLATION));
      unjudged.put("", "No scheduler can be reached, so that targets and jobs are not judged.");
    } else {
      unjudged.put("", "The gateway knows no scheduler: set `scheduler.urls` to judge them.");
    }
    findings.addAll(GatewayRules.judge(evidence.gateway(), TargetRules.endpoints(counts), nowMs));
    findings.sort(ORDER);
    return new HealthReport(List.copyOf(findings), unjudged, nowMs);
  }

  private static void addUnjudged(InstanceReports reports, Map<String, String> unjudged) {
    reports
        .away()
        .forEach(
            url ->
                unjudged.put(
                    url, "The scheduler " + url + " does not answer, so its state is not known."));
    reports
        .foreign()
        .forEach(
            url ->
                unjudged.put(
                    url,
                    "The scheduler "
                        + url
                        + " runs another version, which does not report its health."));
    if (!reports.missing().isEmpty()) {
      unjudged.put("", "The jobs of these partitions are not judged: " + reports.missing() + ".");
    }
  }

  /** The whole report, for callers of the installation. */
  ObjectNode json() {
    return json(findings, unjudged);
  }

  /**
   * The part of a namespace: its own targets, and the rest in general words.
   *
   * @param mayName whether jobs of the namespace may name a topic
   */
  ObjectNode within(String namespace, TopicNames names, Predicate<String> mayName) {
    var own =
        findings.stream()
            .map(finding -> seenBy(namespace, finding, names, mayName))
            .filter(Objects::nonNull)
            .distinct()
            .sorted(ORDER)
            .toList();
    var general = new LinkedHashMap<String, String>();
    if (!unjudged.isEmpty()) {
      general.put("", "A part of the installation cannot be judged now.");
    }
    return json(own, general);
  }

  private static @Nullable ActiveFault seenBy(
      String namespace, ActiveFault finding, TopicNames names, Predicate<String> mayName) {
    var subject = finding.subject();
    if (subject.isShared()) {
      return finding.inGeneral();
    }
    if (subject.namespace() != null) {
      return namespace.equals(subject.namespace()) ? finding : null;
    }
    var topic = Objects.requireNonNull(subject.topic());
    if (!mayName.test(topic)) {
      return null;
    }
    // of a queue all jobs are its own; other namespaces may share a topic
    return names.isQueue(topic) ? finding : finding.inGeneral();
  }

  private ObjectNode json(List<ActiveFault> list, Map<String, String> notJudged) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("status", status(list, notJudged));
    json.setAll(
        CallerJobView.withIsoTimes(JsonNodeFactory.instance.objectNode().put("asOfMs", nowMs)));
    var faults = json.putArray("faults");
    list.stream().limit(MOST).map(ActiveFault::json).forEach(faults::add);
    json.put("omitted", Math.max(0, list.size() - MOST));
    var open = json.putArray("unjudged");
    notJudged.forEach(
        (instance, sentence) -> {
          var entry = open.addObject();
          if (!instance.isEmpty()) {
            entry.put("instance", instance);
          }
          entry.put("sentence", sentence);
        });
    return json;
  }

  private static String status(List<ActiveFault> list, Map<String, String> notJudged) {
    if (list.stream().anyMatch(finding -> finding.severity() != Severity.INFO)) {
      return "faulty";
    }
    return notJudged.isEmpty() ? "healthy" : "unknown";
  }
}
