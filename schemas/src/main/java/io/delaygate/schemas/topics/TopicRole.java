package io.delaygate.schemas.topics;

/** Role of a topic of the installation; the start-up check applies its rules by role. */
public enum TopicRole {
  /** Commands of callers. */
  REQUESTS("commands: schedule, cancel, reschedule, fire"),

  /** Commands that were sent to a partition that does not own their id. */
  REROUTED("commands on their way to the partition that owns their id"),

  /** Rejected commands and jobs that could not be delivered. */
  DEAD_LETTERS("rejected commands, and jobs that could not be delivered"),

  /** Outcomes of commands. */
  REPLIES("outcomes of commands, on their way to gateways"),

  /** Transitions of jobs. */
  EVENTS("transitions of jobs; used when the setting 'events' names some"),

  /** Decisions about targets. */
  CONTROL("decisions of operators about targets: pause, release rate, defaults, alarm"),

  /** The jobs of the scheduler's tasks. */
  JOBS("changelog of the pending jobs, and for a while of ended ones");

  private final String purpose;

  TopicRole(String purpose) {
    this.purpose = purpose;
  }

  /** The purpose in one line, for people. */
  public String purpose() {
    return purpose;
  }

  /** Whether it is a changelog of the scheduler's stores; no other program uses it. */
  public boolean isChangelog() {
    return this == JOBS;
  }
}
