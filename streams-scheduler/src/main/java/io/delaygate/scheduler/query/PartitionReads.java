package io.delaygate.scheduler.query;

import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.query.Placement.Role;
import io.delaygate.scheduler.store.JobReader;
import io.delaygate.scheduler.store.ReadyNews;
import io.delaygate.scheduler.view.RemadeTopics;
import io.delaygate.scheduler.view.WaitReasons;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lookup of the store that a partition is read from: the active task's, else a standby's.
 * Thread-safe.
 *
 * <p>An active task counts from the moment when it works, not from its assignment: while it is
 * restored, its store shows an unknown moment of the past.
 */
public final class PartitionReads {
  private final QueryContext process;
  private final Placement placement;
  private final Retention retention;
  private final WaitReasons reasons;
  private final RemadeTopics remade;

  /**
   * Reads of one process.
   *
   * @param retention how long ended jobs are shown
   * @param reasons why parked jobs wait
   * @param remade topics that were deleted and made again
   */
  public PartitionReads(
      QueryContext process,
      Placement placement,
      Retention retention,
      WaitReasons reasons,
      RemadeTopics remade) {
    this.process = process;
    this.placement = placement;
    this.retention = retention;
    this.reasons = reasons;
    this.remade = remade;
  }

  Retention retention() {
    return retention;
  }

  WaitReasons reasons() {
    return reasons;
  }

  RemadeTopics remade() {
    return remade;
  }

  ReadyNews readyNews() {
    return process.stores().readyNews();
  }

  InstanceState condition() {
    return process.condition();
  }

  TrendRing trends() {
    return process.trends();
  }

  Placement placement() {
    return placement;
  }

  /**
   * The store to read for each partition.
   *
   * @throws QueryRefusal if one of them cannot be read here, or not now
   */
  List<PartitionRead> of(Collection<Integer> partitions) {
    var found = new ArrayList<PartitionRead>();
    var elsewhere = new ArrayList<Integer>();
    for (var partition : partitions) {
      var read = find(partition);
      if (read == null) {
        elsewhere.add(partition);
      } else {
        found.add(read);
      }
    }
    if (!elsewhere.isEmpty()) {
      throw QueryRefusal.notHere(elsewhere);
    }
    return found;
  }

  /** All partitions that are active here; one that is just being closed may be missing. */
  List<PartitionRead> active() {
    var found = new ArrayList<PartitionRead>();
    for (var partition : process.tasks().partitions()) {
      var task = process.tasks().find(partition);
      var jobs = process.stores().find(partition);
      if (task != null && jobs != null) {
        found.add(new PartitionRead(partition, jobs, task));
      }
    }
    return found;
  }

  private @Nullable PartitionRead find(int partition) {
    var task = process.tasks().find(partition);
    var jobs = process.stores().find(partition);
    if (task != null && jobs != null) {
      return new PartitionRead(partition, jobs, task);
    }
    var role = placement.role(partition);
    if (role == Role.STANDBY && jobs != null) {
      return new PartitionRead(partition, jobs, null);
    }
    if (role == Role.NONE) {
      return null;
    }
    throw QueryRefusal.unavailable("partition " + partition + " is being restored or moved");
  }

  /**
   * A readable partition.
   *
   * @param task null for a standby
   */
  record PartitionRead(int partition, JobReader jobs, @Nullable ActiveTask task) {
    /** Whether the answer may be behind. */
    boolean isStale() {
      return task == null;
    }
  }
}
