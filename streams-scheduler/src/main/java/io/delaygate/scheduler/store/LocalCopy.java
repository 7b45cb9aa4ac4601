package io.delaygate.scheduler.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Job store on the disk that no task has open.
 *
 * @param partition of the commands
 * @param directory of its database
 * @param isKept whether it was put out of the reach of Kafka Streams
 * @param changelog id of the topic that it belongs to; null where it was never stored, as by
 *     earlier versions
 * @param last offset of the last record that it is known to have; null where that is not known
 * @param isActive whether its task was an active one when its process left or lost the changelog;
 *     not one of a standby, or of a task that went to another process meanwhile
 * @param isClosed whether it was closed in order; if not, it may lack what was not on the disk yet,
 *     and what was not committed may be in it
 */
public record LocalCopy(
    int partition,
    Path directory,
    boolean isKept,
    @Nullable String changelog,
    @Nullable Long last,
    boolean isActive,
    boolean isClosed) {

  /** Whether it has all jobs, as far as is known here. */
  public boolean isSound() {
    return isActive && isClosed;
  }

  /**
   * Whether it surely has all: no other process had its partition when the changelog was missed.
   */
  public boolean isWhole() {
    return isKept && isSound();
  }

  /** Whether it can hold any job: one that is made for a task holds none before it has read. */
  public boolean hasRead() {
    return isKept || last != null;
  }

  /**
   * Whether it may belong to a changelog. One without a stored id does not after a decision of a
   * person: it may be older, and go on with jobs that the topic lacks.
   */
  public boolean isOf(String id) {
    return changelog == null ? !ChangelogIds.isDecided(id) : changelog.equals(id);
  }
}
