package io.delaygate.scheduler.changelog;

import java.util.Set;

/** What follows from the state of the changelog for a scheduler that wants to join its group. */
public sealed interface ChangelogVerdict {
  /** There is none, and never was one: it may be made. */
  record Create() implements ChangelogVerdict {}

  /** There is one, and nothing is written down about any: from now on it is the one that counts. */
  record Adopt(String id) implements ChangelogVerdict {}

  /** It is the one that counts. */
  record Same(String id) implements ChangelogVerdict {}

  /**
   * It is not the one that holds the jobs, or not all of them.
   *
   * @param why what is wrong and what can be done, for people
   * @param shorter partitions that end before what a store here has, which others may not know yet
   */
  record Refused(String why, Set<Integer> shorter) implements ChangelogVerdict {
    Refused(String why) {
      this(why, Set.of());
    }
  }
}
