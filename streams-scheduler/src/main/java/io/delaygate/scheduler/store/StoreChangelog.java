package io.delaygate.scheduler.store;

import org.jspecify.annotations.Nullable;

/**
 * Changelog topic of the stores of this process, and whether it still holds their jobs.
 * Thread-safe.
 */
public interface StoreChangelog {
  /** Nothing is known of it, and nothing stands in the way. */
  StoreChangelog UNKNOWN =
      new StoreChangelog() {
        @Override
        public @Nullable String id() {
          return null;
        }

        @Override
        public @Nullable String obstacle(int partition, @Nullable Long last) {
          return null;
        }
      };

  /** Id of the topic that holds the jobs; null while it is not known. */
  @Nullable String id();

  /**
   * Reason why the topic is not the one that holds the jobs of a store, so that the store may hold
   * their only copy. May ask the brokers, and waits for a second at most.
   *
   * @param last offset of the last record that the store knows of; null where that is not known
   * @return null where all is well, and while the brokers do not answer
   */
  @Nullable String obstacle(int partition, @Nullable Long last);
}
