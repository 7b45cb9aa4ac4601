package io.delaygate.scheduler.due;

import java.util.Set;

/** Somebody who wants to know the targets of jobs before they are due. For a task's thread. */
public interface TopicsAhead {
  /** Nobody. */
  TopicsAhead NOBODY =
      new TopicsAhead() {
        @Override
        public int wishes() {
          return 0;
        }

        @Override
        public void expect(Set<String> topics) {}
      };

  /** How often the calling thread's tasks were asked to look ahead; each does so once for each. */
  int wishes();

  /** Targets of a task's jobs that are due soon, all of which exist. */
  void expect(Set<String> topics);
}
