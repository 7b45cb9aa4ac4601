package io.delaygate.harness.chaos;

import java.util.Random;

/** Actions on attempts and dead letters, as a function of the seed and of the attempt or letter. */
record Deeds(long seed) {
  /** Percentage of attempts with a random action; the others are finished. */
  private static final int ANY_IN_HUNDRED = 60;

  /** Action on an attempt. */
  enum Deed {
    FINISH,
    FINISH_TWICE,
    /** Finish after the end of the lease. */
    FINISH_LATE,
    RELEASE,
    RELEASE_UNTIL,
    EXTEND_AND_FINISH,
    RESERVE_AND_FINISH,
    BURY,
    NOTHING,
    /** Feedback about the attempt before. */
    SPEAK_FOR_ANOTHER
  }

  /** Action on a dead letter. */
  enum Mercy {
    KICK,
    DISCARD,
    NONE
  }

  /**
   * The action for an attempt.
   *
   * @param life number of earlier deaths of the job
   */
  Deed forAttempt(String id, int life, int attempt) {
    var random = random(id, life, attempt);
    var deeds = Deed.values();
    return random.nextInt(100) < ANY_IN_HUNDRED ? deeds[random.nextInt(deeds.length)] : Deed.FINISH;
  }

  Mercy forLetter(String id, int life) {
    var dice = random(id, life, 0).nextInt(10);
    return dice < 4 ? Mercy.KICK : dice < 6 ? Mercy.DISCARD : Mercy.NONE;
  }

  /** Whether the action is sent over HTTP. */
  boolean overHttp(String id, int life, int attempt) {
    return random(id, life, attempt + 1_000).nextInt(3) == 0;
  }

  /** Factors, because random numbers of similar seeds begin alike. */
  private Random random(String id, int life, int attempt) {
    return new Random(31L * (31L * (31L * seed + id.hashCode()) + life) + attempt * 1_000_003L);
  }
}
