package io.delaygate.harness.queues;

import java.util.List;

/**
 * Forbidden behaviour of a queue.
 *
 * @param log all entries about the job
 */
public record Violation(Kind kind, String job, List<Note> log) {
  /** Kind of violation. */
  public enum Kind {
    /** No worker has finished the job. */
    UNFINISHED("never finished"),
    /** One attempt is in more than one answer. */
    TWICE("attempts handed out twice"),
    /** A worker got the job under another one's lease. */
    LEASED("handed out while leased"),
    /** A worker got a finished job, or a job was finished by a worker that had lost it. */
    DONE("handed out though finished"),
    /** A worker was told that it had lost an attempt that it still had. */
    REFUSED("refused while leased");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Text for a report. */
    public String text() {
      return text;
    }
  }
}
