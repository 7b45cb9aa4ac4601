package io.delaygate.gateway.health;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.schedulers.InstanceReports;
import io.delaygate.gateway.schedulers.RejectedCounts;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.EndpointName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rules about targets: jobs that wait, dead letters, alarms and rejected commands. Pure. */
final class TargetRules {
  /** As the alert: fewer dead letters of workers that fail in a quarter of an hour are usual. */
  static final long DEAD_LETTERS = 100;

  /** An alarm is told of for as long as the alert about it lasts. */
  static final long ALARM_MS = 15 * 60_000L;

  /** Reasons for which workers, and not the target or its settings, have to be mended. */
  private static final Set<String> OF_WORKERS =
      Set.of(ReasonCode.ATTEMPTS_EXHAUSTED.name(), ReasonCode.BURIED.name());

  /** Senders ask for these refusals, or count on them. */
  private static final Set<String> WANTED = Set.of(ReasonCode.JOB_EXISTS.name());

  private static final String KICK =
      " Then deliver the jobs again with `POST /v1/dead-letters/kick`.";

  private final InstanceReports reports;
  private final long nowMs;
  private final List<ActiveFault> found = new ArrayList<>();

  private TargetRules(InstanceReports reports, long nowMs) {
    this.reports = reports;
    this.nowMs = nowMs;
  }

  /**
   * The faults of targets.
   *
   * @param counts of jobs by target, with the reasons why some wait
   */
  static List<ActiveFault> judge(InstanceReports reports, ObjectNode counts, long nowMs) {
    var rules = new TargetRules(reports, nowMs);
    counts
        .path("topics")
        .forEach(target -> rules.parked(target, Subject.target(target.path("topic").asText())));
    endpoints(counts).forEach((name, target) -> rules.parked(target, Subject.endpoint(name)));
    rules.deadLetters();
    rules.alarms();
    rules.rejected();
    return rules.found;
  }

  /** Counts of the jobs of endpoints. */
  static Map<EndpointName, ObjectNode> endpoints(ObjectNode counts) {
    var endpoints = new LinkedHashMap<EndpointName, ObjectNode>();
    for (var target : counts.path("endpoints")) {
      var name =
          new EndpointName(target.path("namespace").asText(), target.path("endpoint").asText());
      endpoints.put(name, (ObjectNode) target);
    }
    return endpoints;
  }

  private void parked(JsonNode target, Subject subject) {
    for (var parked : target.path("parked")) {
      var reason = parked.path("reason").asText();
      if (!reason.equals(ReasonCode.EARLIER_JOB_UNFINISHED.name())) {
        var isPaused = reason.equals(ReasonCode.TARGET_PAUSED.name());
        var fault = isPaused ? Fault.TARGET_PAUSED : Fault.TARGET_REFUSES;
        var remedy = ReasonRemedies.find(ReasonRemedies.OF_TARGETS, reason).orElse(null);
        found.add(
            ActiveFault.of(fault, subject)
                .with(Placeholder.COUNT, Quantity.count(parked.path("jobs").longValue()))
                .because(parked.path("reasonText").asText())
                .reason(reason, remedy)
                .costs(isPaused ? "" : deadLine(parked))
                .since(time(parked.path("sinceMs"))));
      }
    }
  }

  /** When the first of the jobs that wait becomes a dead letter. */
  private String deadLine(JsonNode parked) {
    var dueMs = time(parked.path("firstDueMs"));
    var parkMaxMs =
        reports.found().values().stream()
            .mapToLong(report -> report.at("/facts/parkMaxMs").asLong(Long.MAX_VALUE))
            .min()
            .orElse(Long.MAX_VALUE);
    if (dueMs == null || parkMaxMs > Long.MAX_VALUE - dueMs) {
      return "";
    }
    return "The first was due at %s, and they are dead letters from %s on."
        .formatted(Quantity.moment(dueMs), Quantity.moment(dueMs + parkMaxMs));
  }

  private static @Nullable Long time(JsonNode ms) {
    return ms.isIntegralNumber() ? (Long) ms.longValue() : null;
  }

  private void deadLetters() {
    incidents(Fault.DEAD_LETTERS.name())
        .forEach(
            (key, sum) -> {
              if (sum.count > 0) {
                var isOfWorkers = OF_WORKERS.contains(key.reason());
                var isUsual = isOfWorkers && sum.count <= DEAD_LETTERS;
                found.add(
                    ActiveFault.of(Fault.DEAD_LETTERS, subject(key.subject()))
                        .as(isUsual ? Severity.INFO : Severity.WARNING)
                        .with(Placeholder.NUMBER, Quantity.count(sum.count))
                        .with(Placeholder.REASON, key.reason())
                        .reason(
                            key.reason(),
                            ReasonRemedies.find(ReasonRemedies.OF_DEAD_LETTERS, key.reason())
                                .map(it -> it + KICK)
                                .orElse(null))
                        .since(sum.firstMs));
              }
            });
  }

  private void alarms() {
    incidents(Fault.FAILURE_ALARM.name())
        .forEach(
            (key, sum) -> {
              if (nowMs - sum.lastMs < ALARM_MS) {
                found.add(
                    ActiveFault.of(Fault.FAILURE_ALARM, subject(key.subject())).since(sum.lastMs));
              }
            });
  }

  private static Subject subject(String target) {
    return target.isEmpty() ? Subject.INSTALLATION : Subject.target(target);
  }

  private void rejected() {
    for (var group : RejectedCounts.of(reports.found().values()).groups()) {
      if (!WANTED.contains(group.reason())) {
        var topic = group.topic();
        var target = topic == null ? Subject.INSTALLATION : Subject.target(topic);
        found.add(
            ActiveFault.of(Fault.COMMANDS_REJECTED, target.of(group.namespace()))
                .with(Placeholder.COUNT, Quantity.count(group.lastHour()))
                .with(Placeholder.REASON, group.reason())
                .because(group.detail())
                .reason(group.reason(), null)
                .since(group.firstMs()));
      }
    }
  }

  private Map<Key, Sum> incidents(String kind) {
    var sums = new TreeMap<Key, Sum>();
    for (var report : reports.found().values()) {
      for (var incident : report.at("/facts/incidents")) {
        if (incident.path("kind").asText().equals(kind)) {
          var key = new Key(incident.path("subject").asText(), incident.path("reason").asText());
          sums.computeIfAbsent(key, each -> new Sum()).add(incident);
        }
      }
    }
    return sums;
  }

  private record Key(String subject, String reason) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      var bySubject = subject.compareTo(other.subject);
      return bySubject == 0 ? reason.compareTo(other.reason) : bySubject;
    }
  }

  private static final class Sum {
    private long count;
    private long firstMs = Long.MAX_VALUE;
    private long lastMs;

    private void add(JsonNode incident) {
      count += incident.path("quarterHour").longValue();
      firstMs = Math.min(firstMs, incident.path("firstMs").longValue());
      lastMs = Math.max(lastMs, incident.path("lastMs").longValue());
    }
  }
}
