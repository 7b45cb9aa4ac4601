package io.delaygate.harness.chaos;

import org.jspecify.annotations.Nullable;

/**
 * Command that a client sends one or more times.
 *
 * @param number number of the operation, unique, which is part of the payload
 * @param atMs time of sending, after the start of the load
 */
record Operation(int number, long atMs, Verb verb, String id, Terms terms) {

  /**
   * Parts of the command besides verb and id.
   *
   * @param ack policy of the scheduled job; null if it is not acknowledged
   * @param claim attempt of a worker; null otherwise
   */
  record Terms(
      Door door,
      IfExists ifExists,
      Delay delay,
      long ifVersion,
      int copies,
      @Nullable Ack ack,
      @Nullable Claim claim) {
    /** No condition of that kind. */
    static final long ANY_VERSION = 0;

    /** Terms of a change, with a condition. */
    static Terms change(Door door, Delay delay, long ifVersion) {
      return new Terms(door, IfExists.UNSAID, delay, ifVersion, 1, null, null);
    }

    /** Terms of feedback of a worker. */
    static Terms work(Door door, Delay delay, Claim claim) {
      return new Terms(door, IfExists.UNSAID, delay, ANY_VERSION, 1, null, claim);
    }
  }

  /**
   * Attempt and lease that a worker names.
   *
   * @param leaseMs requested lease, milliseconds; 0 for the job's own
   */
  record Claim(String lease, int attempt, long leaseMs) {}

  /**
   * Due time of the job.
   *
   * @param ms milliseconds after the command is sent or stored; negative for no time
   * @param absolute whether the client sends an absolute time
   * @param ttlMs expiry, milliseconds after the command; 0 for none
   */
  record Delay(long ms, boolean absolute, long ttlMs) {
    static final Delay NONE = new Delay(-1, false, 0);

    boolean isGiven() {
      return ms >= 0;
    }
  }

  /** Verb of a command. */
  enum Verb {
    SCHEDULE,
    CANCEL,
    RESCHEDULE,
    FIRE,
    RESERVE,
    FINISH,
    RELEASE,
    EXTEND,
    BURY,
    KICK,
    DISCARD
  }

  /** Way of a command to Delaygate. */
  enum Door {
    /** A record in the partition that owns the id. */
    KAFKA,
    /** A record in another partition, which has to be rerouted. */
    MISROUTED,
    /** A call with the id in its path. */
    HTTP,
    /** A call whose id is derived from an idempotency key. */
    HTTP_KEY
  }

  /** Policy for an id that exists. */
  enum IfExists {
    /** No policy in the command, which means replace. */
    UNSAID,
    IGNORE,
    REJECT
  }

  /** Whether it has a payload or a result. */
  boolean hasPayload() {
    return verb == Verb.SCHEDULE
        || verb == Verb.FINISH
        || (verb == Verb.RESCHEDULE && (number % 2 == 0 || !terms.delay().isGiven()));
  }

  /** The payload, unique so that deliveries of the same id differ. */
  String value() {
    return "value-" + number + "-" + "x".repeat(100);
  }

  /** Value of a caller's header, which must be delivered. */
  String trace() {
    return "trace-" + number;
  }
}
