package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Jobs with the same tag in their ids and the same target topic, which leave one after another. */
public final class Sequence {
  private final byte[] prefix;

  Sequence(byte[] prefix) {
    this.prefix = prefix;
  }

  /** The sequence of a job; null for one whose id has no tag. */
  public static @Nullable Sequence of(Job job) {
    var tag = job.id().tag();
    if (tag == null) {
      return null;
    }
    var topic = job.target().topic().getBytes(StandardCharsets.UTF_8);
    return new Sequence(KeySpaces.sequence(topic, tag));
  }

  byte[] prefix() {
    return prefix;
  }

  /** Above all its keys. */
  byte[] end() {
    return KeySpaces.after(prefix).get();
  }

  /** Where a job of it stands that waits for its turn. */
  byte[] keyOfWaiting(Job job) {
    return KeySpaces.inBucket(prefix, job.times().dueMs(), job.id().bytes());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Sequence sequence && Arrays.equals(prefix, sequence.prefix);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(prefix);
  }

  @Override
  public String toString() {
    return "sequence of " + KeySpaces.topicOf(prefix);
  }
}
