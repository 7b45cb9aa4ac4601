package io.delaygate.scheduler.topics;

import static io.delaygate.scheduler.topics.Deviation.Severity.NOTE;
import static io.delaygate.scheduler.topics.Deviation.Severity.REFUSE;
import static io.delaygate.scheduler.topics.Deviation.Severity.WARN;
import static io.delaygate.schemas.topics.TopicRole.CONTROL;
import static io.delaygate.schemas.topics.TopicRole.DEAD_LETTERS;
import static io.delaygate.schemas.topics.TopicRole.EVENTS;
import static io.delaygate.schemas.topics.TopicRole.JOBS;
import static io.delaygate.schemas.topics.TopicRole.REPLIES;
import static io.delaygate.schemas.topics.TopicRole.REQUESTS;
import static io.delaygate.schemas.topics.TopicRole.REROUTED;

import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.Finding.Check;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.schemas.topics.TopicRole;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rule of the start-up check of topics; the check and the documentation's table are generated from
 * it. A deviation that loses jobs or stops the scheduler later refuses the start; others give a
 * warning.
 */
enum TopicRule {
  MISSING(
      REFUSE,
      EnumSet.of(REQUESTS, REROUTED, DEAD_LETTERS, REPLIES, EVENTS, CONTROL),
      "it does not exist",
      "the scheduler reads or writes it",
      SharedTopicChecks.MISSING),

  MISSING_CHANGELOG(
      WARN,
      EnumSet.of(JOBS),
      "it does not exist",
      "the scheduler creates it when it starts, and stops if it has no right to",
      SharedTopicChecks.MISSING),

  HIDDEN(
      REFUSE,
      EnumSet.allOf(TopicRole.class),
      "the right DESCRIBE is missing",
      "the scheduler cannot see whether it exists",
      SharedTopicChecks.HIDDEN),

  UNREADABLE(
      NOTE,
      EnumSet.allOf(TopicRole.class),
      "the right DESCRIBE_CONFIGS is missing",
      "partitions and replicas were checked; cleanup, retention, record size, in-sync replicas"
          + " and timestamps were not",
      SharedTopicChecks.UNREADABLE),

  PARTITIONS(
      REFUSE,
      EnumSet.of(REROUTED, JOBS),
      "its number of partitions differs from that of the command topic",
      "a command and the stores of its task must have the same partition number",
      SharedTopicChecks.PARTITIONS),

  COMPACTED(
      REFUSE,
      EnumSet.of(REQUESTS, REROUTED, DEAD_LETTERS, REPLIES, EVENTS),
      "`cleanup.policy` contains `compact`",
      "a record would replace earlier ones with its key, and records without a key are refused",
      Finding.ofSetting(
          "cleanup.policy", (planned, found, is) -> is.contains("compact") ? "delete" : null)),

  JOBS_DELETED(
      REFUSE,
      EnumSet.of(JOBS),
      "`cleanup.policy` lacks `compact`, or has `delete` with a limit of time or size",
      "jobs that wait longer would be lost after a restore",
      Finding.ofSetting(
          "cleanup.policy",
          (planned, found, is) -> SharedTopicChecks.keepsAll(found) ? null : "compact")),

  DECISIONS_DELETED(
      REFUSE,
      EnumSet.of(CONTROL),
      "`cleanup.policy` lacks `compact`, or has `delete` with a limit of time or size",
      "deliveries to a paused target would resume after a while",
      Finding.ofSetting(
          "cleanup.policy",
          (planned, found, is) -> SharedTopicChecks.keepsAll(found) ? null : "compact")),

  RECORD_TOO_LARGE(
      REFUSE,
      EnumSet.of(REROUTED, DEAD_LETTERS, JOBS),
      "`max.message.bytes` is smaller than planned",
      "an accepted record would not fit and would stop its partition",
      Finding.ofNumber("max.message.bytes", (is, planned) -> is >= planned)),

  COMMAND_TOO_LARGE(
      WARN,
      EnumSet.of(REQUESTS),
      "`max.message.bytes` is smaller than planned",
      "calls with payloads of nearly 1 MiB are answered with 413",
      Finding.ofNumber("max.message.bytes", (is, planned) -> is >= planned)),

  ANSWER_TOO_LARGE(
      WARN,
      EnumSet.of(REPLIES, EVENTS),
      "`max.message.bytes` is smaller than planned",
      "outcomes and events that do not fit are dropped",
      Finding.ofNumber("max.message.bytes", (is, planned) -> is >= planned)),

  MORE_THAN_REPLICAS(
      REFUSE,
      EnumSet.allOf(TopicRole.class),
      "`min.insync.replicas` is greater than the number of replicas",
      "brokers require all replicas instead: it cannot be written while one is offline, and its"
          + " records are on fewer brokers than the setting says",
      Finding.ofSetting(
          "min.insync.replicas",
          (planned, found, is) ->
              Integer.parseInt(is) > found.replicas() ? SharedTopicChecks.inSync(found) : null)),

  NO_SPARE(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "`min.insync.replicas` equals the number of replicas, which is more than 1",
      "it cannot be written while one of its brokers restarts",
      Finding.ofSetting(
          "min.insync.replicas",
          (planned, found, is) ->
              found.replicas() > 1 && Integer.parseInt(is) == found.replicas()
                  ? SharedTopicChecks.inSync(found)
                  : null)),

  ONE_IS_ENOUGH(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "`min.insync.replicas` is 1 although it has 3 replicas or more",
      "a record on only one broker counts as written, and is lost with that broker's disk",
      Finding.ofSetting(
          "min.insync.replicas",
          (planned, found, is) ->
              found.replicas() >= 3 && is.equals("1") ? SharedTopicChecks.inSync(found) : null)),

  FEW_REPLICAS(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "it has fewer replicas than planned, or only one although there are several brokers",
      "with more replicas, more brokers could fail before jobs stop or are lost",
      SharedTopicChecks.REPLICAS),

  UNCLEAN_ELECTION(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "`unclean.leader.election.enable` is `true`",
      "a broker that is behind may become leader and drop newer records",
      Finding.ofSetting(
          "unclean.leader.election.enable",
          (planned, found, is) -> is.equals("true") ? "false" : null)),

  SHORT_OUTAGE(
      WARN,
      EnumSet.of(REQUESTS, REROUTED),
      "`retention.ms` is less than planned",
      "commands that are not read within that time are lost",
      Finding.ofNumber("retention.ms", (is, planned) -> is < 0 || is >= planned)),

  SHORT_MEMORY(
      WARN,
      EnumSet.of(DEAD_LETTERS, REPLIES, EVENTS),
      "`retention.ms` is less than planned",
      "its records are deleted sooner than the settings promise",
      Finding.ofNumber("retention.ms", (is, planned) -> is < 0 || is >= planned)),

  LIMITED_SIZE(
      WARN,
      EnumSet.of(REQUESTS, REROUTED, DEAD_LETTERS, REPLIES, EVENTS),
      "`retention.bytes` is set",
      "a burst deletes records before their retention ends",
      Finding.ofSetting(
          "retention.bytes", (planned, found, is) -> is.startsWith("-") ? null : "-1")),

  SENDERS_CLOCK(
      WARN,
      EnumSet.of(REQUESTS),
      "`message.timestamp.type` is not `LogAppendTime`",
      "relative delays count from the sender's clock",
      Finding.ofSetting("message.timestamp.type", SharedTopicChecks::appendTime)),

  RECORDS_CLOCK(
      WARN,
      EnumSet.of(REROUTED, JOBS),
      "`message.timestamp.type` is not `LogAppendTime`",
      "senders choose the timestamps, by which brokers delete or refuse records",
      Finding.ofSetting("message.timestamp.type", SharedTopicChecks::appendTime));

  private final Severity severity;
  private final Set<TopicRole> roles;
  private final String when;
  private final String why;
  private final Check check;

  TopicRule(Severity severity, Set<TopicRole> roles, String when, String why, Check check) {
    this.severity = severity;
    this.roles = roles;
    this.when = when;
    this.why = why;
    this.check = check;
  }

  Severity severity() {
    return severity;
  }

  boolean isAbout(TopicRole role) {
    return roles.contains(role);
  }

  /** For the table: the state that breaks the rule. */
  String when() {
    return when;
  }

  /** For the table and for the operator: what would go wrong. */
  String why() {
    return why;
  }

  /** The deviation of a topic from this rule, null when there is none. */
  @Nullable Deviation deviation(PlannedTopic planned, FoundTopic found, int brokers) {
    var finding = isAbout(planned.role()) ? check.of(planned, found, brokers) : null;
    return finding == null
        ? null
        : new Deviation(severity, planned.name(), finding.text(), why, finding.remedy());
  }
}
