package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the job store: three spaces, told apart by their first byte.
 *
 * <pre>
 * JOBS      01 | id
 * TIMELINE  02 | wake (8) | priority (1) | due (8) | id
 * PARKED    03 | topic length (1) | topic | partition + 1 (4) | wake (8) | priority (1) | due (8) | id
 * </pre>
 *
 * Times are big-endian and never negative, so that byte order is time order. A job is in JOBS and
 * in exactly one of the other two, which its stored bytes decide; the length before the topic keeps
 * one topic's entries together even where another topic's name begins with it.
 */
final class KeySpaces {
  static final byte JOBS = 1;
  static final byte TIMELINE = 2;
  static final byte PARKED = 3;

  private static final int PLACE = Long.BYTES + 1 + Long.BYTES;

  private KeySpaces() {}

  static Bytes job(JobId id) {
    var bytes = id.bytes();
    var key = new byte[1 + bytes.length];
    key[0] = JOBS;
    System.arraycopy(bytes, 0, key, 1, bytes.length);
    return Bytes.wrap(key);
  }

  /** The id inside a key of the JOBS space. */
  static byte[] id(byte[] jobKey) {
    if (jobKey.length < 2 || jobKey[0] != JOBS) {
      throw new IllegalArgumentException("only keys of the JOBS space are written by callers");
    }
    return Arrays.copyOfRange(jobKey, 1, jobKey.length);
  }

  /** Where a job with these stored bytes belongs in the index. */
  static byte[] index(byte[] id, byte[] stored) {
    var parked = JobCodec.state(stored) == JobState.PARKED;
    var lane = parked ? lane(JobCodec.targetTopic(stored), JobCodec.targetPartition(stored)) : null;
    var head = lane == null ? 1 : lane.length;
    var key = ByteBuffer.allocate(head + PLACE + id.length);
    if (lane == null) {
      key.put(TIMELINE);
    } else {
      key.put(lane);
    }
    key.putLong(JobCodec.wakeMs(stored)).put(JobCodec.priority(stored));
    return key.putLong(JobCodec.dueMs(stored)).put(id).array();
  }

  /** The id at the end of an index key. */
  static byte[] idOfIndex(byte[] key) {
    return Arrays.copyOfRange(key, headLength(key) + PLACE, key.length);
  }

  /** The wake time of an index key, epoch milliseconds. */
  static long wakeMs(byte[] indexKey) {
    return ByteBuffer.wrap(indexKey).getLong(headLength(indexKey));
  }

  /** The first timeline key at or after a time. */
  static Bytes timelineFrom(long wakeMs) {
    return Bytes.wrap(ByteBuffer.allocate(1 + Long.BYTES).put(TIMELINE).putLong(wakeMs).array());
  }

  /** Above every timeline key. */
  static Bytes timelineEnd() {
    return Bytes.wrap(new byte[] {PARKED});
  }

  /** Below every parked key. */
  static Bytes parkedStart() {
    return Bytes.wrap(new byte[] {PARKED});
  }

  /** Above every parked key. */
  static Bytes parkedEnd() {
    return Bytes.wrap(new byte[] {PARKED + 1});
  }

  /** What all entries begin with that wait for the same partition, or any, of the same topic. */
  static byte[] lane(byte[] topic, int partitionPlusOne) {
    return ByteBuffer.allocate(2 + topic.length + Integer.BYTES)
        .put(PARKED)
        .put((byte) topic.length)
        .put(topic)
        .putInt(partitionPlusOne)
        .array();
  }

  /** The lane that a parked key belongs to. */
  static byte[] laneOf(byte[] parkedKey) {
    return Arrays.copyOf(parkedKey, headLength(parkedKey));
  }

  /** The topic of a lane. */
  static String topicOf(byte[] lane) {
    return new String(lane, 2, lane.length - 2 - Integer.BYTES, StandardCharsets.UTF_8);
  }

  /** The smallest key above all that begin with the prefix. */
  static Bytes after(byte[] prefix) {
    var next = prefix.clone();
    for (var i = next.length - 1; i >= 0; i--) {
      if (++next[i] != 0) {
        return Bytes.wrap(Arrays.copyOf(next, i + 1));
      }
    }
    throw new IllegalArgumentException("no key is above " + Arrays.toString(prefix));
  }

  private static int headLength(byte[] indexKey) {
    return switch (indexKey[0]) {
      case TIMELINE -> 1;
      case PARKED -> 2 + Byte.toUnsignedInt(indexKey[1]) + Integer.BYTES;
      default -> throw new IllegalArgumentException("not an index key: space " + indexKey[0]);
    };
  }
}
