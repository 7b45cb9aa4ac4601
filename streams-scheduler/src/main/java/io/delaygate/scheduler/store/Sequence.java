package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Jobs with the same tag in their ids and the same target topic, which leave one after another.
 *
 * @param prefix what their keys in the index begin with
 */
public record Sequence(Bytes prefix) {
  /** The sequence of a job; null for one whose id has no tag. */
  public static @Nullable Sequence of(Job job) {
    var tag = job.id().tag();
    if (tag == null) {
      return null;
    }
    var topic = job.target().topic().getBytes(StandardCharsets.UTF_8);
    return new Sequence(Bytes.wrap(KeySpaces.sequence(topic, tag)));
  }

  /** The sequence of a key of the index. */
  static Sequence ofKey(byte[] key) {
    return new Sequence(Bytes.wrap(KeySpaces.bucketOf(key)));
  }

  /** Above all its keys. */
  Bytes end() {
    return KeySpaces.after(prefix.get());
  }

  /** Index key of a job of the sequence while it waits for its turn. */
  Bytes keyOfWaiting(Job job) {
    return Bytes.wrap(KeySpaces.inBucket(prefix.get(), job.times().dueMs(), job.id().bytes()));
  }
}
