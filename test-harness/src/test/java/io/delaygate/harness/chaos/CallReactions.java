package io.delaygate.harness.chaos;

import io.delaygate.harness.push.Reaction;
import java.time.Duration;
import java.util.Random;

/** Reactions of the endpoints, as a function of the seed, of the attempt and of the time. Pure. */
record CallReactions(long seed) {
  /** Time-out of a call, between the least and the greatest time of a slow answer. */
  static final int TIMEOUT_MS = 1_000;

  /** Least time for which an endpoint is broken; the seed says how much longer it is. */
  private static final int BROKEN_LEAST_MS = 5_000;

  private static final int BROKEN_MORE_MS = 10_000;

  private static final int LATE_LEAST_MS = 500;
  private static final int LATE_MOST_MS = 2_000;

  /**
   * The reaction to a call.
   *
   * @param atMs time of the call, after the first call of the endpoint: under faults that may be
   *     late
   */
  Reaction to(String endpoint, String id, String attempt, long atMs) {
    return switch (endpoint) {
      case CallPlan.SHAKY -> shaky(random(id, attempt));
      case CallPlan.BROKEN -> Reaction.status(atMs < brokenMs() ? 500 : 200);
      default -> Reaction.status(200);
    };
  }

  private static Reaction shaky(Random random) {
    var dice = random.nextInt(20);
    if (dice < 3) {
      return Reaction.status(500);
    } else if (dice < 5) {
      return new Reaction.Reset();
    } else if (dice < 7) {
      return Reaction.with(429, "Retry-After", "1");
    } else if (dice < 9) {
      var afterMs = LATE_LEAST_MS + random.nextInt(LATE_MOST_MS - LATE_LEAST_MS);
      return new Reaction.Late(Duration.ofMillis(afterMs), Reaction.status(200));
    }
    return Reaction.status(200);
  }

  /** Time for which the broken endpoint fails every call. */
  int brokenMs() {
    return BROKEN_LEAST_MS + new Random(31 * seed).nextInt(BROKEN_MORE_MS);
  }

  /** Whether a reaction is a success, even if it comes after the time-out. */
  static boolean isSuccess(Reaction reaction) {
    return (reaction instanceof Reaction.Answer answer && answer.status() == 200)
        || reaction instanceof Reaction.Late;
  }

  /** Factors, because random numbers of similar seeds begin alike. */
  private Random random(String id, String attempt) {
    return new Random(31L * (31L * seed + id.hashCode()) + attempt.hashCode() * 1_000_003L);
  }
}
