package io.delaygate.scheduler.query;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/** Placement of partitions that a test sets. */
final class PaperPlacement implements Placement {
  private final int partitions;
  private final Map<Integer, Role> roles = new ConcurrentHashMap<>();
  private volatile List<Instance> instances = List.of();
  private volatile boolean known = true;

  PaperPlacement(int partitions) {
    this.partitions = partitions;
  }

  void role(int partition, Role role) {
    roles.put(partition, role);
  }

  void instances(Instance... all) {
    instances = List.of(all);
  }

  void nothingIsKnown() {
    known = false;
  }

  @Override
  public int partitions() {
    return partitions;
  }

  @Override
  public List<Instance> instances() {
    if (!known) {
      throw new InvalidStateStoreException("not started");
    }
    return instances;
  }

  @Override
  public Role role(int partition) {
    return roles.getOrDefault(partition, Role.NONE);
  }
}
