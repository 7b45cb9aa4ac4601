package io.delaygate.scheduler.topics;

/**
 * Difference between the planned and the existing topic that matters.
 *
 * @param severity what follows from it
 * @param topic its name
 * @param finding what is, and what should be
 * @param why what would go wrong
 * @param remedy what the operator can do
 */
public record Deviation(
    Severity severity, String topic, String finding, String why, String remedy) {

  /** Consequence of a deviation. */
  public enum Severity {
    /** The scheduler does not start: it would lose jobs, or stop later with a worse message. */
    REFUSE,
    /** The scheduler starts; something is less safe or less lasting than it could be. */
    WARN,
    /** Something could not be checked. */
    NOTE
  }

  /** One line for the operator. */
  public String text() {
    return "Topic '%s': %s; %s. %s".formatted(topic, finding, why, remedy);
  }
}
