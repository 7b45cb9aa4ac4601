package io.delaygate.harness.queues;

import java.util.List;

/**
 * What a queue may not do.
 *
 * @param log all that is known of the job
 */
public record Violation(Kind kind, String job, List<Note> log) {
  /** What went wrong. */
  public enum Kind {
    /** Nobody has finished it. */
    UNFINISHED("never finished"),
    /** One attempt is in more than one answer. */
    TWICE("attempts handed out twice"),
    /** Somebody got it while another one had it. */
    LEASED("handed out while leased"),
    /** Somebody got it although it was done, or it was done by whom it had been taken from. */
    DONE("handed out though finished"),
    /** A worker was told that it had lost an attempt that it still had. */
    REFUSED("refused while leased");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** In words, for a report. */
    public String text() {
      return text;
    }
  }
}
