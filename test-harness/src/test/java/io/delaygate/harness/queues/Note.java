package io.delaygate.harness.queues;

/** Entry about an attempt of a job. Times are wall clock, in milliseconds. */
sealed interface Note {
  String job();

  int attempt();

  /**
   * A worker got the attempt.
   *
   * @param leaseEndsMs end of the lease in the answer
   * @param atMs arrival of the answer
   */
  record HandedOut(String job, int attempt, long leaseEndsMs, long atMs) implements Note {}

  /** A worker was told a longer lease. */
  record Extended(String job, int attempt, long leaseEndsMs) implements Note {}

  /** A worker is about to give the attempt back; from now on another one may get it. */
  record Released(String job, int attempt, long atMs) implements Note {}

  /** A worker is about to finish the attempt; {@link Done} says whether that was in time. */
  record Finished(String job, int attempt) implements Note {}

  /** A worker was told that it has finished the job. */
  record Done(String job, int attempt, long atMs) implements Note {}

  /** A worker was told that it has lost the attempt. */
  record Refused(String job, int attempt, long atMs) implements Note {}
}
