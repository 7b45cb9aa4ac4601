package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.EndedJobCodec;
import io.delaygate.schemas.job.JobCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the job store: five spaces, told apart by their first byte.
 *
 * <pre>
 * JOBS      01 | id
 * TIMELINE  02 | wake (8) | priority (1) | due (8) | id
 * PARKED    03 | topic length (1) | topic | partition + 1 (4) | due (8) | priority (1) | id
 * ENDED     04 | ended (8) | id
 * DEAD      05 | topic length (1) | topic | partition + 1 (4) | died (8) | priority (1) | id
 * </pre>
 *
 * Times are big-endian and never negative, so that byte order is time order. A job is in JOBS and
 * in exactly one of the others, which its stored bytes decide; the length before the topic keeps
 * one topic's entries together even where another topic's name begins with it.
 *
 * <p>Both indexes of pending jobs, and each lane of PARKED and of DEAD by itself, are in {@link
 * DuePosition} order. A scheduled job wakes when it is due. One that was delivered stands where the
 * time of its attempt is over, in the place of its due time as well; a parked job's patience is
 * counted from its due time, so that its wake orders nothing.
 */
final class KeySpaces {
  static final byte JOBS = 1;
  static final byte TIMELINE = 2;
  static final byte PARKED = 3;
  static final byte ENDED = 4;
  static final byte DEAD = 5;

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
    var priority = JobCodec.priority(stored);
    return switch (JobCodec.state(stored)) {
      case SCHEDULED, READY, RESERVED -> {
        var wakeMs = JobCodec.wakeMs(stored);
        var key = ByteBuffer.allocate(1 + TIMELINE_PLACE + id.length).put(TIMELINE);
        yield key.putLong(wakeMs).put(priority).putLong(wakeMs).put(id).array();
      }
      case PARKED -> inLane(PARKED, stored, JobCodec.dueMs(stored), id);
      case DEAD -> inLane(DEAD, stored, JobCodec.wakeMs(stored), id);
    };
  }

  private static byte[] inLane(byte space, byte[] stored, long ms, byte[] id) {
    var lane = lane(space, JobCodec.targetTopic(stored), JobCodec.targetPartition(stored));
    var key = ByteBuffer.allocate(lane.length + LANE_PLACE + id.length).put(lane);
    return key.putLong(ms).put(JobCodec.priority(stored)).put(id).array();
  }

  /** The id at the end of an index key. */
  static byte[] idOfIndex(byte[] key) {
    var head =
        switch (key[0]) {
          case TIMELINE -> 1 + TIMELINE_PLACE;
          case PARKED, DEAD -> headLength(key) + LANE_PLACE;
          case ENDED -> ENDED_HEAD;
          default -> throw new IllegalArgumentException("not an index key: space " + key[0]);
        };
    return Arrays.copyOfRange(key, head, key.length);
  }

  /** Whether an index key stands in a lane, and not in the timeline. */
  static boolean isInLane(byte[] indexKey) {
    return indexKey[0] == PARKED || indexKey[0] == DEAD;
  }

  /** Where in the order of due times an index key stands; not of ended jobs. */
  static DuePosition position(byte[] indexKey) {
    var at = headLength(indexKey);
    var key = ByteBuffer.wrap(indexKey);
    return new DuePosition(key.getLong(at), key.get(at + Long.BYTES), idOfIndex(indexKey));
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

  /** The first timeline key behind a position. */
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
    return Bytes.wrap(new byte[] {TIMELINE + 1});
  }

  /** What every key of a space begins with. */
  static byte[] space(byte space) {
    return new byte[] {space};
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

  /** What all entries begin with that are for the same partition, or any, of the same topic. */
  static byte[] lane(byte space, byte[] topic, int partitionPlusOne) {
    return ByteBuffer.allocate(2 + topic.length + Integer.BYTES)
        .put(space)
        .put((byte) topic.length)
        .put(topic)
        .putInt(partitionPlusOne)
        .array();
  }

  /** What the lanes of one topic begin with. */
  static byte[] lanesOf(byte space, String topic) {
    var name = topic.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + name.length)
        .put(space)
        .put((byte) name.length)
        .put(name)
        .array();
  }

  /** The lane that a key belongs to. */
  static byte[] laneOf(byte[] key) {
    return Arrays.copyOf(key, headLength(key));
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
      case PARKED, DEAD -> 2 + Byte.toUnsignedInt(indexKey[1]) + Integer.BYTES;
      default -> throw new IllegalArgumentException("not an index key: space " + indexKey[0]);
    };
  }
}
