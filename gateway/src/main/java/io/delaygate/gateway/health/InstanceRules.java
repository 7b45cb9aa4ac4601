package io.delaygate.gateway.health;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.schedulers.InstanceReports;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rules about the schedulers and what they share. Pure; the bounds are those of the alerts. */
final class InstanceRules {
  static final long CLOCK_OFFSET_MS = 1_000;
  static final long OVERDUE_MS = 60_000;
  static final long OPEN_TRANSACTION_MS = 60_000;
  static final long THROTTLE_MS = 100;
  static final long REQUESTS_LAG = 100_000;
  static final long DISK_FREE_PERCENT = 10;
  static final long RESTARTS = 2;

  /**
   * Lateness above which a job counts as late. Late jobs are a fault when there are more than
   * {@link #LATE_JOBS} of them, and more than {@link #LATE_SHARE} of all: that share would use up
   * the month's allowance of 0.1 % in two days, as in the alert.
   */
  private static final long LATE_MS = 1_000;

  private static final long LATE_JOBS = 10;
  private static final double LATE_SHARE = 0.0144;
  private static final int PERCENT = 100;

  private final InstanceReports reports;
  private final long nowMs;
  private final List<ActiveFault> found = new ArrayList<>();

  private InstanceRules(InstanceReports reports, long nowMs) {
    this.reports = reports;
    this.nowMs = nowMs;
  }

  /** The faults of schedulers. */
  static List<ActiveFault> judge(InstanceReports reports, long nowMs) {
    var rules = new InstanceRules(reports, nowMs);
    rules.judge();
    return rules.found;
  }

  private void judge() {
    if (reports.found().isEmpty() && reports.foreign().isEmpty()) {
      found.add(ActiveFault.of(Fault.SCHEDULER_ABSENT, Subject.INSTALLATION));
      return;
    }
    reports
        .away()
        .forEach(
            url ->
                found.add(
                    of(Fault.INSTANCE_AWAY, url)
                        .with(Placeholder.INSTANCE, "the scheduler " + url)));
    if (!reports.missing().isEmpty()) {
      found.add(
          ActiveFault.of(Fault.PARTITIONS_MISSING, Subject.INSTALLATION)
              .with(Placeholder.COUNT, Quantity.count(reports.missing().size()))
              .because("partitions " + reports.missing()));
    }
    reports.found().forEach(this::instance);
    standbys();
    lag();
    late();
    shared();
  }

  private ActiveFault of(Fault fault, String url) {
    return ActiveFault.of(fault, Subject.instance(url));
  }

  private void add(Fault fault, String url) {
    found.add(of(fault, url));
  }

  private void instance(String url, JsonNode report) {
    if (!report.path("ready").booleanValue()) {
      found.add(
          of(Fault.SCHEDULER_NOT_READY, url).because(url + ": " + report.path("why").asText()));
    }
    var facts = report.path("facts");
    var offsetMs = facts.path("clockOffsetMs").longValue();
    if (Math.abs(offsetMs) > CLOCK_OFFSET_MS) {
      var side = offsetMs > 0 ? " ahead" : " behind";
      found.add(
          of(Fault.CLOCK_OFFSET, url)
              .with(Placeholder.DURATION, Quantity.duration(Math.abs(offsetMs)) + side));
    }
    if (facts.path("setAside").longValue() > 0) {
      add(Fault.STORE_SET_ASIDE, url);
    }
    var overdueMs = facts.path("overdueMs").longValue();
    if (overdueMs > OVERDUE_MS) {
      found.add(
          of(Fault.OVERDUE, url)
              .with(Placeholder.DURATION, Quantity.duration(overdueMs))
              .since(nowMs - overdueMs));
    }
    var throttleMs = facts.path("throttleMs").longValue();
    if (throttleMs > THROTTLE_MS) {
      found.add(of(Fault.THROTTLED, url).with(Placeholder.DURATION, Quantity.duration(throttleMs)));
    }
    disk(url, facts);
    facts.path("incidents").forEach(incident -> incident(url, incident));
  }

  private void disk(String url, JsonNode facts) {
    var waiting = facts.path("waitingForDisk").longValue();
    var free = facts.path("diskFreeBytes").asDouble(1);
    var size = facts.path("diskSizeBytes").asDouble(1);
    if (waiting > 0) {
      found.add(of(Fault.DISK_FULL, url).with(Placeholder.COUNT, Quantity.count(waiting)));
    } else if (size > 0 && free * PERCENT < size * DISK_FREE_PERCENT) {
      found.add(of(Fault.STATE_DISK, url).with(Placeholder.SHARE, Quantity.share(free, size)));
    }
  }

  private void incident(String url, JsonNode incident) {
    var kind = incident.path("kind").asText();
    if (kind.equals(Fault.COMMANDS_LOST.name())) {
      found.add(
          of(Fault.COMMANDS_LOST, url)
              .with(Placeholder.COUNT, Quantity.count(incident.path("total").longValue()))
              .with(Placeholder.REASON, incident.path("reason").asText())
              .since(incident.path("firstMs").longValue()));
    } else if (kind.equals(Fault.THREAD_RESTARTS.name())
        && incident.path("quarterHour").longValue() > RESTARTS) {
      found.add(of(Fault.THREAD_RESTARTS, url).since(incident.path("firstMs").longValue()));
    }
  }

  private void standbys() {
    var wanted =
        reports.found().values().stream()
            .mapToInt(report -> report.at("/facts/standbys").intValue())
            .max()
            .orElse(0);
    var few = reports.standbys().values().stream().filter(copies -> copies < wanted).count();
    if (few > 0) {
      found.add(
          ActiveFault.of(Fault.STANDBY_MISSING, Subject.INSTALLATION)
              .with(Placeholder.COUNT, Quantity.count(few)));
    }
  }

  private void lag() {
    var lag = 0L;
    for (var report : reports.found().values()) {
      for (var partition : report.path("partitions")) {
        lag += partition.path("lag").longValue();
      }
    }
    if (lag > REQUESTS_LAG) {
      found.add(
          ActiveFault.of(Fault.REQUESTS_LAG, Subject.INSTALLATION)
              .with(Placeholder.NUMBER, Quantity.count(lag)));
    }
  }

  private void late() {
    var late = 0L;
    var all = 0L;
    for (var report : reports.found().values()) {
      for (var part : report.at("/emitted/lateness")) {
        var jobs = part.path("jobs").longValue();
        all += jobs;
        late += part.path("toMs").asLong(Long.MAX_VALUE) > LATE_MS ? jobs : 0;
      }
    }
    if (late > LATE_JOBS && (double) late > LATE_SHARE * (double) all) {
      found.add(
          ActiveFault.of(Fault.JOBS_LATE, Subject.INSTALLATION)
              .with(Placeholder.SHARE, Quantity.share((double) late, (double) all)));
    }
  }

  /** Faults of topics that several schedulers may report: told once. */
  private void shared() {
    var refused = new TreeMap<String, String>();
    var hanging = new TreeMap<String, String>();
    var openMs = 0L;
    var who = "";
    for (var report : reports.found().values()) {
      var facts = report.path("facts");
      addNames(facts.path("refusedTopics"), report, refused);
      addNames(facts.path("hangingTransactions"), report, hanging);
      if (facts.path("openTransactionMs").longValue() > openMs) {
        openMs = facts.path("openTransactionMs").longValue();
        who = report.path("ready").booleanValue() ? report.path("why").asText() : "";
      }
    }
    refused.forEach(
        (topic, why) ->
            found.add(
                ActiveFault.of(Fault.TOPIC_REFUSED, Subject.INSTALLATION)
                    .with(Placeholder.TOPIC, topic)
                    .because(why)));
    hanging.forEach(
        (partition, why) ->
            found.add(
                ActiveFault.of(Fault.HANGING_TRANSACTION, Subject.INSTALLATION)
                    .with(Placeholder.PARTITION, partition)));
    if (openMs > OPEN_TRANSACTION_MS) {
      found.add(
          ActiveFault.of(Fault.OPEN_TRANSACTION, Subject.INSTALLATION)
              .with(Placeholder.DURATION, Quantity.duration(openMs))
              .because(who)
              .since(nowMs - openMs));
    }
  }

  private static void addNames(JsonNode names, JsonNode report, Map<String, String> to) {
    names.forEach(name -> to.putIfAbsent(name.asText(), report.path("why").asText()));
  }
}
