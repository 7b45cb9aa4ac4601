package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.EndedJobCodec;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the job store: four spaces, told apart by their first byte.
 *
 * <pre>
 * JOBS      01 | id
 * TIMELINE  02 | wake (8) | priority (1) | due (8) | id
 * PARKED    03 | topic length (1) | topic | partition + 1 (4) | due (8) | priority (1) | id
 * ENDED     04 | ended (8) | id
 * </pre>
 *
 * Times are big-endian and never negative, so that byte order is time order. A job is in JOBS and
 * in exactly one of the others, which its stored bytes decide; the length before the topic keeps
 * one topic's entries together even where another topic's name begins with it.
 *
 * <p>Both indexes of pending jobs, and each lane of PARKED by itself, are in {@link DuePosition}
 * order: a scheduled job wakes when it is due, and a parked job's patience is counted from its due
 * time, so that its wake orders nothing.
 */
final class KeySpaces {
  static final byte JOBS = 1;
  static final byte TIMELINE = 2;
  static final byte PARKED = 3;
  static final byte ENDED = 4;

  private static final int TIMELINE_PLACE = Long.BYTES + 1 + Long.BYTES;
  private static final int LANE_PLACE = Long.BYTES + 1;
  private static final int ENDED_HEAD = 1 + Long.BYTES;

  private KeySpaces() {}

  static Bytes job(byte[] id) {
    var key = new byte[1 + id.length];
    key[0] = JOBS;
    System.arraycopy(id, 0, key, 1, id.length);
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
    if (EndedJobCodec.isEnded(stored)) {
      var key = ByteBuffer.allocate(ENDED_HEAD + id.length).put(ENDED);
      return key.putLong(EndedJobCodec.endedMs(stored)).put(id).array();
    }
    var dueMs = JobCodec.dueMs(stored);
    var priority = JobCodec.priority(stored);
    if (JobCodec.state(stored) != JobState.PARKED) {
      var key = ByteBuffer.allocate(1 + TIMELINE_PLACE + id.length).put(TIMELINE);
      return key.putLong(JobCodec.wakeMs(stored)).put(priority).putLong(dueMs).put(id).array();
    }
    var lane = lane(JobCodec.targetTopic(stored), JobCodec.targetPartition(stored));
    var key = ByteBuffer.allocate(lane.length + LANE_PLACE + id.length).put(lane);
    return key.putLong(dueMs).put(priority).put(id).array();
  }

  /** The id at the end of an index key. */
  static byte[] idOfIndex(byte[] key) {
    var head =
        switch (key[0]) {
          case TIMELINE -> 1 + TIMELINE_PLACE;
          case PARKED -> headLength(key) + LANE_PLACE;
          case ENDED -> ENDED_HEAD;
          default -> throw new IllegalArgumentException("not an index key: space " + key[0]);
        };
    return Arrays.copyOfRange(key, head, key.length);
  }

  /** Whether an index key is that of a parked job. */
  static boolean isParked(byte[] indexKey) {
    return indexKey[0] == PARKED;
  }

  /** Where in the order of due times an index key of a pending job stands. */
  static DuePosition position(byte[] indexKey) {
    var at = headLength(indexKey);
    var parked = isParked(indexKey);
    var key = ByteBuffer.wrap(indexKey);
    var dueMs = key.getLong(parked ? at : at + Long.BYTES + 1);
    return new DuePosition(dueMs, key.get(at + Long.BYTES), idOfIndex(indexKey));
  }

  /** The wake time of a timeline key, epoch milliseconds. */
  static long wakeMs(byte[] timelineKey) {
    if (timelineKey[0] != TIMELINE) {
      throw new IllegalArgumentException("only the keys of the timeline hold a wake time");
    }
    return ByteBuffer.wrap(timelineKey).getLong(headLength(timelineKey));
  }

  /** The first timeline key at or after a time. */
  static Bytes timelineFrom(long wakeMs) {
    return Bytes.wrap(ByteBuffer.allocate(1 + Long.BYTES).put(TIMELINE).putLong(wakeMs).array());
  }

  /** The first timeline key behind a position; a scheduled job wakes when it is due. */
  static byte[] timelineAfter(DuePosition at) {
    var key = ByteBuffer.allocate(1 + TIMELINE_PLACE + at.id().length + 1).put(TIMELINE);
    key.putLong(at.dueMs()).put((byte) at.priority()).putLong(at.dueMs());
    return key.put(at.id()).array();
  }

  /** The first key of a lane at or after a due time. */
  static byte[] laneFrom(byte[] lane, long dueMs) {
    return ByteBuffer.allocate(lane.length + Long.BYTES).put(lane).putLong(dueMs).array();
  }

  /** The first key of a lane behind a position. */
  static byte[] laneAfter(byte[] lane, DuePosition at) {
    var key = ByteBuffer.allocate(lane.length + LANE_PLACE + at.id().length + 1).put(lane);
    return key.putLong(at.dueMs()).put((byte) at.priority()).put(at.id()).array();
  }

  /** Above every timeline key. */
  static Bytes timelineEnd() {
    return Bytes.wrap(new byte[] {PARKED});
  }

  /** Below every parked key. */
  static Bytes parkedStart() {
    return Bytes.wrap(new byte[] {PARKED});
  }

  /** When the job of an ENDED key ended, epoch milliseconds. */
  static long endedMs(byte[] endedKey) {
    return ByteBuffer.wrap(endedKey).getLong(1);
  }

  /** The first ENDED key at or after a time. */
  static byte[] endedFrom(long ms) {
    return ByteBuffer.allocate(ENDED_HEAD).put(ENDED).putLong(ms).array();
  }

  /** Above every ENDED key. */
  static byte[] endedEnd() {
    return new byte[] {ENDED + 1};
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

  /** What the lanes of one topic begin with. */
  static byte[] lanesOf(String topic) {
    var name = topic.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + name.length)
        .put(PARKED)
        .put((byte) name.length)
        .put(name)
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
