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
 * Rule of the start-up check of topics; the check and the table of the README are made from these.
 * A deviation that loses jobs or stops the scheduler later refuses the start; others give a
 * warning.
 */
enum TopicRule {
  MISSING(
      REFUSE,
      EnumSet.of(REQUESTS, REROUTED, DEAD_LETTERS, REPLIES, EVENTS, CONTROL),
      "it does not exist",
      "the scheduler reads or writes it",
      TopicChecks.MISSING),

  MISSING_CHANGELOG(
      WARN,
      EnumSet.of(JOBS),
      "it does not exist",
      "the scheduler creates it when it starts, and stops if it may not",
      TopicChecks.MISSING),

  HIDDEN(
      REFUSE,
      EnumSet.allOf(TopicRole.class),
      "the right DESCRIBE is missing",
      "nothing can be known about it, not even whether it exists",
      TopicChecks.HIDDEN),

  UNREADABLE(
      NOTE,
      EnumSet.allOf(TopicRole.class),
      "the right DESCRIBE_CONFIGS is missing",
      "partitions and replicas were checked; cleanup, retention, size of records, replicas in sync"
          + " and time stamps were not",
      TopicChecks.UNREADABLE),

  PARTITIONS(
      REFUSE,
      EnumSet.of(REROUTED, JOBS),
      "it has not as many partitions as the topic of commands",
      "a command, and the stores of a task, keep their partition's number",
      TopicChecks.PARTITIONS),

  COMPACTED(
      REFUSE,
      EnumSet.of(REQUESTS, REROUTED, DEAD_LETTERS, REPLIES, EVENTS),
      "`cleanup.policy` contains `compact`",
      "a record replaces earlier ones of its key, and one without a key is refused",
      Finding.ofSetting(
          "cleanup.policy", (planned, found, is) -> is.contains("compact") ? "delete" : null)),

  JOBS_DELETED(
      REFUSE,
      EnumSet.of(JOBS),
      "`cleanup.policy` lacks `compact`, or has `delete` with a limit of time or size",
      "jobs that lie longer would be gone after a restore",
      Finding.ofSetting(
          "cleanup.policy",
          (planned, found, is) -> TopicChecks.keepsAll(found) ? null : "compact")),

  DECISIONS_DELETED(
      REFUSE,
      EnumSet.of(CONTROL),
      "`cleanup.policy` lacks `compact`, or has `delete` with a limit of time or size",
      "a paused target would be delivered to again after a while",
      Finding.ofSetting(
          "cleanup.policy",
          (planned, found, is) -> TopicChecks.keepsAll(found) ? null : "compact")),

  RECORD_TOO_LARGE(
      REFUSE,
      EnumSet.of(REROUTED, DEAD_LETTERS, JOBS),
      "`max.message.bytes` is smaller than planned",
      "a record that was accepted would not fit and stop its partition",
      Finding.ofNumber("max.message.bytes", (is, planned) -> is >= planned)),

  COMMAND_TOO_LARGE(
      WARN,
      EnumSet.of(REQUESTS),
      "`max.message.bytes` is smaller than planned",
      "calls with payloads of nearly 1 MiB are answered 413",
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
      "`min.insync.replicas` is more than there are replicas",
      "brokers ask for all its replicas instead: it cannot be written while any one is away, and its"
          + " records are on fewer brokers than the setting says",
      Finding.ofSetting(
          "min.insync.replicas",
          (planned, found, is) ->
              Integer.parseInt(is) > found.replicas() ? TopicChecks.inSync(found) : null)),

  NO_SPARE(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "`min.insync.replicas` is the number of replicas, and that is more than 1",
      "it cannot be written while any one of its brokers restarts",
      Finding.ofSetting(
          "min.insync.replicas",
          (planned, found, is) ->
              found.replicas() > 1 && Integer.parseInt(is) == found.replicas()
                  ? TopicChecks.inSync(found)
                  : null)),

  ONE_IS_ENOUGH(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "`min.insync.replicas` is 1 with 3 replicas or more",
      "what only one broker has counts as written, and goes with its disk",
      Finding.ofSetting(
          "min.insync.replicas",
          (planned, found, is) ->
              found.replicas() >= 3 && is.equals("1") ? TopicChecks.inSync(found) : null)),

  FEW_REPLICAS(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "it has fewer replicas than planned, or only one where there are several brokers",
      "jobs stand still, or are lost, with fewer brokers than they need be",
      TopicChecks.REPLICAS),

  UNCLEAN_ELECTION(
      WARN,
      EnumSet.allOf(TopicRole.class),
      "`unclean.leader.election.enable` is `true`",
      "a broker that was left behind may lead and drop what was written since",
      Finding.ofSetting(
          "unclean.leader.election.enable",
          (planned, found, is) -> is.equals("true") ? "false" : null)),

  SHORT_OUTAGE(
      WARN,
      EnumSet.of(REQUESTS, REROUTED),
      "`retention.ms` is less than planned",
      "commands that no scheduler reads for so long are lost",
      Finding.ofNumber("retention.ms", (is, planned) -> is < 0 || is >= planned)),

  SHORT_MEMORY(
      WARN,
      EnumSet.of(DEAD_LETTERS, REPLIES, EVENTS),
      "`retention.ms` is less than planned",
      "its records are gone sooner than the settings promise",
      Finding.ofNumber("retention.ms", (is, planned) -> is < 0 || is >= planned)),

  LIMITED_SIZE(
      WARN,
      EnumSet.of(REQUESTS, REROUTED, DEAD_LETTERS, REPLIES, EVENTS),
      "`retention.bytes` is set",
      "a burst pushes out records before their time",
      Finding.ofSetting(
          "retention.bytes", (planned, found, is) -> is.startsWith("-") ? null : "-1")),

  SENDERS_CLOCK(
      WARN,
      EnumSet.of(REQUESTS),
      "`message.timestamp.type` is not `LogAppendTime`",
      "relative delays count from the sender's clock",
      Finding.ofSetting("message.timestamp.type", TopicChecks::appendTime)),

  RECORDS_CLOCK(
      WARN,
      EnumSet.of(REROUTED, JOBS),
      "`message.timestamp.type` is not `LogAppendTime`",
      "times of records may be anything, and brokers delete or refuse records by them",
      Finding.ofSetting("message.timestamp.type", TopicChecks::appendTime));

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
