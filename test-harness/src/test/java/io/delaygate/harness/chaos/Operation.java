package io.delaygate.harness.chaos;

import org.jspecify.annotations.Nullable;

/**
 * One command that a client sends, once or more.
 *
 * @param number names the payload; no two operations have the same
 * @param atMs when, after the start of the load
 */
record Operation(int number, long atMs, Verb verb, String id, Terms terms) {

  /**
   * What the command says besides verb and id.
   *
   * @param ack of a schedule: how the job is to be confirmed; null if it is not
   * @param claim of a worker; null of others
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

    /** Nothing but a change, under a condition. */
    static Terms change(Door door, Delay delay, long ifVersion) {
      return new Terms(door, IfExists.UNSAID, delay, ifVersion, 1, null, null);
    }

    /** What a worker says. */
    static Terms work(Door door, Delay delay, Claim claim) {
      return new Terms(door, IfExists.UNSAID, delay, ANY_VERSION, 1, null, claim);
    }
  }

  /**
   * Which attempt a worker speaks for.
   *
   * @param leaseMs how long a lease it asks for, milliseconds; 0 for what the job says
   */
  record Claim(String lease, int attempt, long leaseMs) {}

  /**
   * When the job is due.
   *
   * @param ms after the command is sent or stored; negative for no time at all
   * @param absolute whether the client says the time itself
   * @param ttlMs expiry after the command; 0 for none
   */
  record Delay(long ms, boolean absolute, long ttlMs) {
    static final Delay NONE = new Delay(-1, false, 0);

    boolean isGiven() {
      return ms >= 0;
    }
  }

  /** What a command does. */
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

  /** How it reaches Delaygate. */
  enum Door {
    /** A record in the partition that owns the id. */
    KAFKA,
    /** A record in another partition, which has to be rerouted. */
    MISROUTED,
    /** A call under the id. */
    HTTP,
    /** A call whose id follows from an idempotency key. */
    HTTP_KEY
  }

  /** What becomes of a known id. */
  enum IfExists {
    /** Nothing is said, which means replace. */
    UNSAID,
    IGNORE,
    REJECT
  }

  /** Whether it says what is delivered, or what was done. */
  boolean hasPayload() {
    return verb == Verb.SCHEDULE
        || verb == Verb.FINISH
        || (verb == Verb.RESCHEDULE && (number % 2 == 0 || !terms.delay().isGiven()));
  }

  /** The payload, by which a delivery is told from others of the same id. */
  String value() {
    return "value-" + number + "-" + "x".repeat(100);
  }

  /** A header of the caller, which must arrive. */
  String trace() {
    return "trace-" + number;
  }
}
