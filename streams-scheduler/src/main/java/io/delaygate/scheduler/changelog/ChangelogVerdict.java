package io.delaygate.scheduler.changelog;

import java.util.Set;

/** Verdict on the changelog for a scheduler that is about to join its group. */
public sealed interface ChangelogVerdict {
  /** The changelog does not exist and never did: it may be created. */
  record Create() implements ChangelogVerdict {}

  /** The changelog exists and has no note yet: from now on it is the one that holds the jobs. */
  record Adopt(String id) implements ChangelogVerdict {}

  /** The changelog is the one that holds the jobs. */
  record Same(String id) implements ChangelogVerdict {}

  /**
   * The changelog does not hold the jobs, or not all of them.
   *
   * @param why the fault and its remedies, for people
   * @param shorter partitions that end before a local store does; other schedulers may not know yet
   */
  record Refused(String why, Set<Integer> shorter) implements ChangelogVerdict {
    Refused(String why) {
      this(why, Set.of());
    }
  }
}
