package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.DueListing;
import io.delaygate.scheduler.store.DuePosition;
import io.delaygate.schemas.job.Job;
import java.util.Collection;
import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * K-way merge of the listings of several partitions, in the same order. For one thread at a time.
 */
final class MergedListing {
  private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::at));

  MergedListing(Collection<DueListing> listings) {
    listings.forEach(this::offer);
  }

  /** Position of the next job, wanted or not; null when none is left. */
  @Nullable DuePosition peek() {
    var head = heads.peek();
    return head == null ? null : head.at();
  }

  /** Takes the next job; null when it is not one that was asked for. */
  @Nullable Job take() {
    var head = heads.poll();
    if (head == null) {
      throw new NoSuchElementException();
    }
    var job = head.listing().take();
    offer(head.listing());
    return job;
  }

  private void offer(DueListing listing) {
    var at = listing.peek();
    if (at != null) {
      heads.add(new Head(at, listing));
    }
  }

  private record Head(DuePosition at, DueListing listing) {}
}
