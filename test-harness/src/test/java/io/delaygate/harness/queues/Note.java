package io.delaygate.harness.queues;

/** What somebody saw or said of one attempt of a job. Times are wall clock, in milliseconds. */
sealed interface Note {
  String job();

  int attempt();

  /**
   * A worker has it.
   *
   * @param leaseEndsMs as the answer says
   * @param atMs when the answer was there
   */
  record HandedOut(String job, int attempt, long leaseEndsMs, long atMs) implements Note {}

  /** A worker was told that it has the attempt for longer. */
  record Extended(String job, int attempt, long leaseEndsMs) implements Note {}

  /** A worker is about to give it back: from now on it may be anybody's. */
  record Released(String job, int attempt, long atMs) implements Note {}

  /** A worker is about to finish it; whether that came in time is for {@link Done} to say. */
  record Finished(String job, int attempt) implements Note {}

  /** A worker was told that it has finished the job. */
  record Done(String job, int attempt, long atMs) implements Note {}

  /** A worker was told that it has lost the attempt. */
  record Refused(String job, int attempt, long atMs) implements Note {}
}
