package io.delaygate.harness.chaos;

import java.util.Random;

/**
 * What workers do with an attempt, and somebody with a dead letter: a function of the seed and of
 * what it is about.
 */
record Deeds(long seed) {
  /** Of a hundred attempts so many meet with any deed; the others are finished. */
  private static final int ANY_IN_HUNDRED = 60;

  /** What is done with an attempt. */
  enum Deed {
    FINISH,
    FINISH_TWICE,
    /** When the lease is over. */
    FINISH_LATE,
    RELEASE,
    RELEASE_UNTIL,
    EXTEND_AND_FINISH,
    RESERVE_AND_FINISH,
    BURY,
    NOTHING,
    /** What is said is said of the attempt before. */
    SPEAK_FOR_ANOTHER
  }

  /** What is done with a dead letter. */
  enum Mercy {
    KICK,
    DISCARD,
    NONE
  }

  /**
   * The deed for an attempt.
   *
   * @param life how often the job has died
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

  /** Whether it is said over HTTP. */
  boolean overHttp(String id, int life, int attempt) {
    return random(id, life, attempt + 1_000).nextInt(3) == 0;
  }

  /** Multiplied, as seeds that differ a little begin alike. */
  private Random random(String id, int life, int attempt) {
    return new Random(31L * (31L * (31L * seed + id.hashCode()) + life) + attempt * 1_000_003L);
  }
}
