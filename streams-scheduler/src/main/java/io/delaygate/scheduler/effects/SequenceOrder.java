package io.delaygate.scheduler.effects;

import io.delaygate.scheduler.store.Sequence;
import io.delaygate.scheduler.store.SequenceTable;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Order of the jobs of sequences: finds the next job that may leave when the one before it has
 * ended. A job that came to its turn and has not ended leads its sequence, and the others that
 * become due wait in the table. Which sequences may go on is kept in memory and found anew at a
 * start. For the task's thread only.
 */
final class SequenceOrder {
  private final SequenceTable table;
  private final Set<Sequence> free;

  SequenceOrder(SequenceTable table) {
    this.table = table;
    this.free = new LinkedHashSet<>(table.withoutLeader());
  }

  /** A job was changed. If it led its sequence and does not any more, the next one may go. */
  void changed(@Nullable KnownJob before, @Nullable KnownJob after) {
    var left = table.changed(before, after);
    if (left != null) {
      free.add(left);
    }
  }

  boolean hasNext() {
    return !free.isEmpty();
  }

  /** The next job whose turn it is; null for none. Sequences take turns, too. */
  @Nullable Job next() {
    while (!free.isEmpty()) {
      var sequence = free.iterator().next();
      free.remove(sequence);
      var next = table.next(sequence);
      if (next != null) {
        free.add(sequence);
        return next;
      }
    }
    return null;
  }
}
