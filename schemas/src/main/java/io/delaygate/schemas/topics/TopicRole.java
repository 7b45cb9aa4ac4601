package io.delaygate.schemas.topics;

/** What one of the installation's topics is for; the rules of the start-up check go by it. */
public enum TopicRole {
  /** Commands of callers. */
  REQUESTS("commands: schedule, cancel, reschedule, fire"),

  /** Commands that lay in a partition that does not own their id. */
  REROUTED("commands on their way to the partition that owns their id"),

  /** What nobody could take. */
  DEAD_LETTERS("rejected commands, and jobs that could not be delivered"),

  /** Answers to commands. */
  REPLIES("outcomes of commands, on their way to gateways"),

  /** Transitions of jobs. */
  EVENTS("transitions of jobs; used when the setting 'events' names some"),

  /** Decisions about targets. */
  CONTROL("what operators decide about targets: pause, release rate, defaults, alarm"),

  /** The jobs of the scheduler's tasks. */
  JOBS("changelog: the pending jobs, and for a while how jobs ended");

  private final String purpose;

  TopicRole(String purpose) {
    this.purpose = purpose;
  }

  /** For people, one line. */
  public String purpose() {
    return purpose;
  }

  /** Whether it restores a store of the scheduler: of no use to anyone else. */
  public boolean isChangelog() {
    return this == JOBS;
  }
}
