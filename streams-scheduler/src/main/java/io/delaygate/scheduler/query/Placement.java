package io.delaygate.scheduler.query;

import java.util.List;
import java.util.Set;

/**
 * Who holds which partition, as far as this instance knows. Thread-safe; throws an {@link
 * org.apache.kafka.streams.errors.InvalidStateStoreException} while nothing can be said.
 */
public interface Placement {
  /** Partitions of the topic of commands. */
  int partitions();

  /** All instances; several may claim a partition while it moves. */
  List<Instance> instances();

  /** What this instance is to a partition. */
  Role role(int partition);

  /** What an instance is to a partition. */
  enum Role {
    ACTIVE,
    STANDBY,
    /** Held by somebody else. */
    NONE,
    /** Partitions are being handed out. */
    UNSETTLED
  }

  /** An instance and what it was given. */
  record Instance(String url, Set<Integer> active, Set<Integer> standby) {}
}
