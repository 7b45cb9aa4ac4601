package io.delaygate.scheduler.store;

/**
 * Format of stored changelog ids: {@code topic id ['~' number of accepted losses]}. An id with a
 * number was decided by a person, by one of the remedies for a changelog that is refused.
 */
public final class ChangelogIds {
  private static final char DECISION = '~';

  private ChangelogIds() {}

  /** Id of a topic after as many losses that were accepted; none where it was written anew. */
  public static String decided(String topicId, int losses) {
    return topicId + DECISION + losses;
  }

  /** Whether an id was decided by a person. */
  public static boolean isDecided(String id) {
    return id.indexOf(DECISION) >= 0;
  }

  /** Id of the topic. */
  public static String topicId(String id) {
    return isDecided(id) ? id.substring(0, id.indexOf(DECISION)) : id;
  }

  /** Number of losses that were accepted. */
  public static int losses(String id) {
    return isDecided(id) ? Integer.parseInt(id.substring(id.indexOf(DECISION) + 1)) : 0;
  }
}
