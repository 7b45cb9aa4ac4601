package io.delaygate.scheduler.query;

import java.util.List;
import java.util.Set;

/**
 * Assignment of partitions to instances, as far as this instance knows. Thread-safe; throws an
 * {@link org.apache.kafka.streams.errors.InvalidStateStoreException} while it is not known.
 */
public interface Placement {
  /** Partitions of the topic of commands. */
  int partitions();

  /** All instances; several may claim a partition while it moves. */
  List<Instance> instances();

  /** Role of this instance for a partition. */
  Role role(int partition);

  /** Role of an instance for a partition. */
  enum Role {
    ACTIVE,
    STANDBY,
    /** Held by another instance. */
    NONE,
    /** A rebalance is in progress. */
    UNSETTLED
  }

  /** Instance and its partitions. */
  record Instance(String url, Set<Integer> active, Set<Integer> standby) {}
}
