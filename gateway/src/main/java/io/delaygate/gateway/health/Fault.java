package io.delaygate.gateway.health;

import static io.delaygate.gateway.health.Severity.CRITICAL;
import static io.delaygate.gateway.health.Severity.INFO;
import static io.delaygate.gateway.health.Severity.WARNING;

import java.util.Locale;

/**
 * Table of faults: the sentences that {@code GET /v1/health} answers with, that alerts have, and
 * that the runbook repeats. The names are codes on which clients depend. Those of alerts come
 * first, in the order of the alerts.
 */
public enum Fault {
  COMMANDS_LOST(
      CRITICAL,
      Shown.EVERYWHERE,
      "Reading of commands did not continue at the last position on {instance}",
      "{count} partitions, reason {reason}: commands are lost, or carried out again.",
      "Let those who sent commands in that time send them again, with the same ids and"
          + " `delay-if-exists: ignore`. Then raise `retention.ms` of `delay-requests` above the"
          + " longest outage that you want to survive."),
  SCHEDULER_ABSENT(
      CRITICAL,
      Shown.EVERYWHERE,
      "No scheduler answers",
      "No job is delivered. Jobs are kept, and leave late when a scheduler is back.",
      "Start the schedulers. If they run, read their last log lines, and see whether the gateway"
          + " reaches their port of queries."),
  SCHEDULER_NOT_READY(
      WARNING,
      Shown.EVERYWHERE,
      "A scheduler is not ready",
      "Its stores may still be restoring, or the other pods have its partitions and more load.",
      "Read `/readyz` of the scheduler, which says what is missing, and wait for a restore that"
          + " goes on."),
  THREAD_RESTARTS(
      WARNING,
      Shown.EVERYWHERE,
      "Stream threads of {instance} keep failing",
      "Each failed thread is replaced; after 20 in 10 minutes the pod stops and is restarted.",
      "Read the log of the scheduler: it has each failure, which is mostly brokers that are away, a"
          + " right that is missing, or a full disk."),
  BACKGROUND_FAILURES(
      WARNING,
      Shown.IN_ALERTS,
      "Task {task} of {instance} keeps failing",
      "The background task is repeated without success. Jobs are still delivered.",
      "Restart the pod, and report the failure with its log line."),
  CLOCK_OFFSET(
      WARNING,
      Shown.EVERYWHERE,
      "The clock of {instance} differs from the brokers'",
      "The offset is {duration}. Jobs leave early if the clock is ahead, late if it is behind.",
      "Repair the time synchronisation of the node, or of the brokers if all schedulers report"
          + " this."),
  STORE_SET_ASIDE(
      WARNING,
      Shown.EVERYWHERE,
      "A store of {instance} was damaged",
      "Its directory was set aside, and the store was restored from its changelog. Check the disk,"
          + " then remove the directory: until then, the same store is not set aside again.",
      "Look for the cause in the node's disk and memory, then remove the directory `damaged-…` in"
          + " `state.dir`."),
  TOPIC_REFUSED(
      CRITICAL,
      Shown.EVERYWHERE,
      "Delaygate's own topic {topic} has wrong settings or is missing",
      "No scheduler would start with it. The log and /readyz of each scheduler show the problem and"
          + " its remedy.",
      "Repair the topic with the command that `/readyz` shows, before any scheduler is restarted."),
  HANGING_TRANSACTION(
      WARNING,
      Shown.EVERYWHERE,
      "A transaction hangs in partition {partition}",
      "Consumers with read_committed wait there until an operator aborts it with kafka-transactions.sh.",
      "Find the transaction with `kafka-transactions.sh find-hanging`, read what is behind it with"
          + " `read_uncommitted`, then end it with `kafka-transactions.sh abort`."),
  LATE(
      CRITICAL,
      Shown.IN_ALERTS,
      "Many jobs leave more than a second late",
      "{share} of the jobs of the last hour; the objective is {objective} % in time.",
      "See in `/v1/stats` whether `oldestOverdueMs` grows. If so, look at the CPU of the schedulers"
          + " and at the brokers, and add schedulers."),
  OFTEN_LATE(
      WARNING,
      Shown.IN_ALERTS,
      "Jobs repeatedly leave more than a second late",
      "{share} of the jobs of the last six hours; the objective is {objective} % in time.",
      "Look for something that recurs: a nightly batch, many jobs that are due in one second, or"
          + " upgrades that are too quick."),
  OVERDUE(
      CRITICAL,
      Shown.EVERYWHERE,
      "Due jobs are not delivered by {instance}",
      "The earliest job has been due for {duration}.",
      "Read `/readyz` and the log of the scheduler. If they say nothing, it has more to do than it"
          + " can do: look at its CPU and at the brokers."),
  TARGET_REFUSES(
      WARNING,
      Shown.EVERYWHERE,
      "Target {topic} takes no records",
      "{count} due jobs wait for it. They leave when the target is repaired, or become dead letters"
          + " after target.park.max.ms.",
      "Repair the target; the runbook has what to do by reason. Its jobs leave by themselves within"
          + " 10 s after that."),
  THROTTLED(
      WARNING,
      Shown.EVERYWHERE,
      "Brokers throttle {instance}",
      "They delay its requests by up to {duration}: its quota is below its traffic. Jobs leave late."
          + " Raise the quota.",
      "Raise the client quota of the scheduler's user (`kafka-configs.sh`), or send less."),
  RESTORE_STUCK(
      WARNING,
      Shown.IN_ALERTS,
      "A store of {instance} is behind its changelog and does not catch up",
      "{number} records are left, not fewer than 15 minutes ago.",
      "Look at the brokers and quotas if nothing arrives, else at the disk of the scheduler."),
  REQUESTS_LAG(
      WARNING,
      Shown.EVERYWHERE,
      "Commands wait to be read",
      "{number} commands are unread. Jobs that are due before their command is read leave late, and"
          + " cancels take effect late.",
      "Add schedulers, up to the number of partitions, or find out who sends so much."),
  OPEN_TRANSACTION(
      WARNING,
      Shown.EVERYWHERE,
      "An open transaction blocks commands",
      "A sender has kept it open for {duration}. Commands behind it are not read, even those of"
          + " other senders; the schedulers' logs and /readyz name the partition and the sender.",
      "Let the sender commit, or restart it. If the transaction is older than its time-out, end it"
          + " with `kafka-transactions.sh`."),
  RETENTION_AT_RISK(
      CRITICAL,
      Shown.IN_ALERTS,
      "Commands may be deleted before {instance} reads them",
      "The commands that it reads are {duration} old, more than half of their topic's retention.",
      "Raise `retention.ms` of `delay-requests` now, then remove what slows down reading."),
  STATE_DISK(
      WARNING,
      Shown.EVERYWHERE,
      "The disk of {instance} is nearly full",
      "{share} are free. Jobs of a store that cannot be written are not delivered.",
      "Make the disk of `state.dir` larger, shorten `history.retention.ms` or"
          + " `dead.letters.retention.ms`, or find the target whose jobs pile up."),
  FAILURE_ALARM(
      WARNING,
      Shown.EVERYWHERE,
      "Jobs for {topic} fail more often than its alarm allows",
      "The thresholds are set for the target by PUT /v1/topics/…/alarm.",
      "Look at its dead letters and at its workers; pause the target until the cause is repaired,"
          + " then kick the dead letters."),
  DEAD_LETTERS(
      WARNING,
      Shown.EVERYWHERE,
      "Jobs for {topic} become dead letters with reason {reason}",
      "{number} dead letters in 15 minutes.",
      "Repair the cause; the runbook has what to do by reason. Then deliver the jobs again with"
          + " `POST /v1/dead-letters/kick`."),
  GATEWAY_ABSENT(
      CRITICAL,
      Shown.IN_ALERTS,
      "No gateway answers",
      "No HTTP call is served. Commands by Kafka and all deliveries continue.",
      "Start the gateways. If they end, read their last log lines: they name a setting that is"
          + " wrong."),
  GATEWAY_REFUSES(
      WARNING,
      Shown.IN_ALERTS,
      "Gateways answer {share} of calls with {reason}",
      "The answers tell callers to try again.",
      "Look at the brokers and schedulers; the runbook has the cause by reason."),
  LIMITED(
      WARNING,
      Shown.IN_ALERTS,
      "Callers keep exceeding their limit {limit}",
      "The refused calls, items of batches included, are {share} of all calls.",
      "Raise the limits of the namespace or token, or stop the caller that sends without control."),
  GATEWAYS_UNCOUNTED(
      WARNING,
      Shown.IN_ALERTS,
      "{gateway} does not know all gateways",
      "Its gateway count is {count}, by which it divides limits: callers get more than their limit.",
      "Grant the gateway READ on the consumer group `delaygate-gateways`."),
  OUTCOMES_UNAVAILABLE(
      WARNING,
      Shown.EVERYWHERE,
      "{gateway} cannot read outcomes",
      "Calls that wait for an outcome (cancel, change, wait=true) get 503; schedules are accepted.",
      "Create the topic of replies, or grant the gateway READ on it; `/readyz` of the gateway says"
          + " which."),
  ENDPOINT_BROKEN(
      WARNING,
      Shown.EVERYWHERE,
      "Calls of the endpoint {endpoint} fail",
      "It belongs to the namespace {namespace}. Only single calls are tried; its due jobs wait, and"
          + " others are not held up.",
      "Tell the owner of the endpoint, or correct its record, and try it with"
          + " `POST /v1/endpoints/{endpoint}/test`. Pause it if the repair takes long, so that its"
          + " jobs keep their attempts."),
  CERTIFICATE_EXPIRES(
      WARNING,
      Shown.EVERYWHERE,
      "The certificate of {gateway} expires soon",
      "It is valid for {duration} more. Renew the Secret gateway.tls.secret.",
      "Put a new certificate in the place of the old one; it is loaded within two minutes."),

  PARTITIONS_MISSING(
      CRITICAL,
      Shown.IN_HEALTH,
      "{count} partitions have no scheduler that answers",
      "Their jobs are not delivered until a scheduler takes them over, and counts lack them.",
      "Wait some seconds for a takeover, and longer for a restore. If it goes on, look at the"
          + " schedulers that are away and at `/readyz` of the others."),
  INSTANCE_AWAY(
      WARNING,
      Shown.IN_HEALTH,
      "{instance} does not answer",
      "Others take its partitions over, with more load, and its state is not known.",
      "Look at its process, its last log lines, and whether the gateway reaches its port of"
          + " queries."),
  STANDBY_MISSING(
      WARNING,
      Shown.IN_HEALTH,
      "{count} partitions have fewer warm copies than set",
      "If their scheduler fails, their jobs wait while the stores are restored from Kafka.",
      "Run more schedulers than `standby.replicas`, or wait while copies are restored."),
  DISK_FULL(
      CRITICAL,
      Shown.IN_HEALTH,
      "The disk of {instance} is full",
      "The jobs of {count} stores are not delivered until the stores can be written.",
      "Free some space on the disk of `state.dir`, or make it larger; the stores go on by"
          + " themselves."),
  JOBS_LATE(
      WARNING,
      Shown.IN_HEALTH,
      "Many jobs leave more than a second late",
      "{share} of the jobs of the last minute.",
      "See in `/v1/stats` whether `oldestOverdueMs` grows. If so, look at the CPU of the schedulers"
          + " and at the brokers, and add schedulers."),
  TARGET_PAUSED(
      INFO,
      Shown.IN_HEALTH,
      "Target {topic} is paused, or its rate limit is reached",
      "{count} due jobs wait for it.",
      "Resume it with `delaygate resume`, or raise its rate, when its jobs may leave."),
  COMMANDS_REJECTED(
      WARNING,
      Shown.IN_HEALTH,
      "Commands for {topic} are rejected with reason {reason}",
      "{count} commands of the last hour were not carried out: what they ordered does not happen.",
      "Correct the senders, or make the target that they name. `GET /v1/dead-letters?kind=rejected`"
          + " lists the commands, and `POST /v1/dead-letters/redrive` sends them again."),
  ENDPOINT_LOCKED(
      WARNING,
      Shown.IN_HEALTH,
      "The endpoint {endpoint} cannot be called",
      "It belongs to the namespace {namespace}. This gateway makes no call; its due jobs wait.",
      "Add the key that sealed it to `endpoints.key.file`, or PUT the endpoint with all its"
          + " secrets."),
  GATEWAY_NOT_READY(
      CRITICAL,
      Shown.IN_HEALTH,
      "{gateway} cannot take commands",
      "Calls that schedule or change jobs fail. Deliveries continue.",
      "Read `/readyz` of the gateway: it names the topic, the right or the brokers that are"
          + " missing."),
  DECISIONS_OUTDATED(
      WARNING,
      Shown.IN_HEALTH,
      "{gateway} does not follow decisions about targets",
      "Pauses, limits, tokens and endpoints that were changed since then are not in force there.",
      "Create the topic of decisions, or grant the gateway READ on it.");

  private final Severity severity;
  private final Shown shown;
  private final String summary;
  private final String cost;
  private final String remedy;

  Fault(Severity severity, Shown shown, String summary, String cost, String remedy) {
    this.severity = severity;
    this.shown = shown;
    this.summary = summary;
    this.cost = cost;
    this.remedy = remedy;
  }

  /** Places that tell of a fault. */
  enum Shown {
    EVERYWHERE,
    IN_ALERTS,
    IN_HEALTH
  }

  /** Whether the chart has an alert on it. */
  public boolean isAlert() {
    return shown != Shown.IN_HEALTH;
  }

  /** Whether {@code GET /v1/health} may tell of it. */
  public boolean isInHealth() {
    return shown != Shown.IN_ALERTS;
  }

  /** Usual severity. */
  public Severity severity() {
    return severity;
  }

  /** Template of the sentence that says what is wrong, without its full stop. */
  public String summary() {
    return summary;
  }

  /** Template of the sentences that say what it costs. */
  public String cost() {
    return cost;
  }

  /** Sentences that say what to do. */
  public String remedy() {
    return remedy;
  }

  /** Name of its alert, and heading of its section in the runbook. */
  public String heading() {
    var text = new StringBuilder("Delaygate");
    for (var word : name().split("_", -1)) {
      text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  /** Link to its section in the runbook. */
  String runbook() {
    return "helm/docs/alerts.md#" + heading().toLowerCase(Locale.ROOT);
  }
}
