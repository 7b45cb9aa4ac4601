package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes that a job keeps of itself, oldest first. Of more than {@value #MOST} the first and the
 * last {@value #EACH} stay: how it began and how it came to be as it is.
 *
 * @param kept at most {@value #MOST}
 * @param omitted number of changes that were left out behind the first {@value #EACH}
 */
public record JobChanges(List<JobChange> kept, int omitted) {
  /** Number of changes that stay at each end: more than anybody makes by hand. */
  public static final int EACH = 15;

  /** Most changes of a job, each of some 6 bytes, as workers may extend their lease for days. */
  public static final int MOST = 2 * EACH;

  /** No changes. */
  public static final JobChanges NONE = new JobChanges(List.of(), 0);

  /** Copies the list. */
  public JobChanges(List<JobChange> kept, int omitted) {
    this.kept = List.copyOf(kept);
    this.omitted = omitted;
  }

  /** These changes and one more, if it is one that a job keeps. */
  public JobChanges and(JobChange change) {
    if (!change.isKept()) {
      return this;
    }
    var all = new ArrayList<JobChange>(kept.size() + 1);
    all.addAll(kept);
    var isFull = all.size() >= MOST;
    if (isFull) {
      all.remove(EACH);
    }
    all.add(change);
    return new JobChanges(all, omitted + (isFull && omitted < Integer.MAX_VALUE ? 1 : 0));
  }

  /** The same without the change that is the first to be left out. */
  public JobChanges shortened() {
    var rest = new ArrayList<>(kept);
    rest.remove(Math.min(EACH, rest.size() - 1));
    return new JobChanges(rest, omitted + 1);
  }

  /**
   * The same with the first schedule, for a job that replaces the one that it belongs to: the new
   * job does not tell any more when that was.
   *
   * @param createdMs when the first job was stored, epoch milliseconds
   */
  JobChanges begun(long createdMs) {
    if (!kept.isEmpty() && kept.get(0).event() == JobEvent.SCHEDULED) {
      return this;
    }
    var all = new ArrayList<JobChange>();
    all.add(new JobChange(createdMs, JobEvent.SCHEDULED, Actor.KAFKA, 0, null));
    all.addAll(kept);
    return new JobChanges(all, omitted);
  }

  /** Author of the first schedule; {@link Actor#KAFKA} where no gateway vouched for another. */
  public Actor scheduledBy() {
    return kept.isEmpty() || kept.get(0).event() != JobEvent.SCHEDULED
        ? Actor.KAFKA
        : kept.get(0).actor();
  }

  /** Author of the last change; null for none. */
  @Nullable Actor lastBy(JobEvent event) {
    var last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
    return last == null || last.event() != event ? null : last.actor();
  }
}
