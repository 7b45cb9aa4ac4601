package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.service.query.DuePosition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Key layout of the job store: seven spaces, told apart by their first byte.
 *
 * <pre>
 * JOBS      01 | id
 * TIMELINE  02 | priority (1) | wake (8) | id
 * PARKED    03 | topic length (1 or 3) | topic | partition + 1 (4) | priority (1) | due (8) | id
 * ENDED     04 | ended (8) | id
 * DEAD      05 | topic length (1 or 3) | topic | partition + 1 (4) | priority (1) | died (8) | id
 * READY     06 | topic length (1 or 3) | topic | 0 (4) | priority (1) | due (8) | id
 * SEQUENCE  07 | topic length (1 or 3) | topic | tag length (1) | tag | place (8) | id
 * </pre>
 *
 * Times are big-endian and never negative, so that byte order is time order. A job is in JOBS and
 * in exactly one of the others, which its stored bytes decide; one that is READY, or is PARKED
 * until its turn, and expires is in TIMELINE besides, where it wakes then. Only jobs of queues are
 * READY here. A job with a tag is in SEQUENCE besides from its turn to its end, at place 0, and
 * while it waits for its turn, at its due time. The length before the topic keeps one topic's
 * entries together even where another topic's name begins with it: one byte up to 254, as every
 * topic has, and ff with two bytes for queues with longer names. A parked job stands with those
 * that wait for the same partition, whether it names that or its key chose it; jobs that wait for
 * their turn stand by themselves.
 *
 * <p>What stands before the time, in all but JOBS and ENDED, is the prefix of a bucket; but for
 * SEQUENCE, its last byte is the priority. The timeline is one bucket for each priority, and so
 * overdue jobs leave by priority first, and then by time and id. Within a bucket {@link
 * DuePosition} order is key order: listings, which go by time first, merge the buckets. A scheduled
 * job wakes when it is due. One that was delivered stands where the time of its attempt is over, in
 * the place of its due time as well; a parked job's patience is counted from its due time, so that
 * its wake orders nothing.
 *
 * <p>Another layout needs another name of the index's column family, see {@link JobDatabase}.
 */
final class KeySpaces {
  static final byte JOBS = 1;
  static final byte TIMELINE = 2;
  static final byte PARKED = 3;
  static final byte ENDED = 4;
  static final byte DEAD = 5;
  static final byte READY = 6;
  static final byte SEQUENCE = 7;

  /** In place of a partition plus 1, of jobs that wait for their turn. */
  static final int TURN = -1;

  /** Place of the job in a sequence that the others wait for. */
  static final long LEADS = 0;

  private static final long NOWHERE = -1;

  private static final byte[] NO_ID = {};

  /** In place of a topic's length: two bytes follow that have it. */
  private static final byte LONG = (byte) 0xFF;

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

  /** Index key of a job with these stored bytes. */
  static byte[] index(byte[] id, byte[] stored) {
    if (EndedJobCodec.isEnded(stored)) {
      return ended(EndedJobCodec.endedMs(stored), id);
    }
    return switch (JobCodec.state(stored)) {
      case SCHEDULED, RESERVED -> inTimeline(JobCodec.wakeMs(stored), id, stored);
      case READY ->
          isInQueue(stored)
              ? inBucket(bucket(READY, stored, 0), JobCodec.dueMs(stored), id)
              : inTimeline(JobCodec.wakeMs(stored), id, stored);
      case PARKED ->
          inBucket(
              bucket(PARKED, stored, JobCodec.waitingPartition(stored)),
              JobCodec.dueMs(stored),
              id);
      case DEAD ->
          inBucket(
              bucket(DEAD, stored, JobCodec.targetPartition(stored)), JobCodec.wakeMs(stored), id);
    };
  }

  /**
   * Where a job with these stored bytes wakes, if it stands elsewhere in the index; null where it
   * does not wake by itself, or stands there.
   */
  static byte @Nullable [] alarm(byte[] id, byte[] stored) {
    if (EndedJobCodec.isEnded(stored) || !hasAlarm(stored)) {
      return null;
    }
    var expiresMs = JobCodec.expiresMs(stored);
    return expiresMs == JobTimes.NEVER ? null : inTimeline(expiresMs + 1, id, stored);
  }

  private static boolean hasAlarm(byte[] stored) {
    return switch (JobCodec.state(stored)) {
      case READY -> isInQueue(stored);
      case PARKED -> JobCodec.waitingPartition(stored) == TURN;
      default -> false;
    };
  }

  /** Sequence key of a job with these stored bytes; null if it has none. */
  static byte @Nullable [] inSequence(byte[] id, byte[] stored) {
    var tag = JobId.tag(id);
    if (tag == null || EndedJobCodec.isEnded(stored)) {
      return null;
    }
    var place = place(stored);
    return place < 0 ? null : inBucket(sequence(JobCodec.targetTopic(stored), tag), place, id);
  }

  private static long place(byte[] stored) {
    return switch (JobCodec.state(stored)) {
      case READY, RESERVED -> LEADS;
      case PARKED -> JobCodec.waitingPartition(stored) == TURN ? JobCodec.dueMs(stored) : LEADS;
      case SCHEDULED -> JobCodec.leads(stored) ? LEADS : NOWHERE;
      case DEAD -> NOWHERE;
    };
  }

  /** The bucket of the jobs of a topic with a tag. */
  static byte[] sequence(byte[] topic, String tag) {
    var name = tag.getBytes(StandardCharsets.UTF_8);
    return bucketsOf(SEQUENCE, topic, 1 + name.length).put((byte) name.length).put(name).array();
  }

  /** Of a job that is ready: whether it waits in its queue; others were sent to their topic. */
  private static boolean isInQueue(byte[] stored) {
    return JobCodec.wakeMs(stored) == JobTimes.NEVER;
  }

  private static byte[] inTimeline(long ms, byte[] id, byte[] stored) {
    return inBucket(timeline(JobCodec.priority(stored)), ms, id);
  }

  private static byte[] bucket(byte space, byte[] stored, int partitionPlusOne) {
    return bucket(space, JobCodec.targetTopic(stored), partitionPlusOne, JobCodec.priority(stored));
  }

  /** The key of a job in a bucket. */
  static byte[] inBucket(byte[] bucket, long ms, byte[] id) {
    var key = ByteBuffer.allocate(bucket.length + Long.BYTES + id.length);
    return key.put(bucket).putLong(ms).put(id).array();
  }

  /** The id at the end of an index key. */
  static byte[] idOfIndex(byte[] key) {
    var head = key[0] == ENDED ? ENDED_HEAD : bucketLength(key) + Long.BYTES;
    return Arrays.copyOfRange(key, head, key.length);
  }

  /** Position of a bucket's key in the order of due times. */
  static DuePosition position(byte[] key) {
    return new DuePosition(ms(key), priority(key), idOfIndex(key));
  }

  /** The time in a key of a bucket, epoch milliseconds; in the timeline, when the job wakes. */
  static long ms(byte[] key) {
    return ByteBuffer.wrap(key).getLong(bucketLength(key));
  }

  /** The priority of a bucket, or of a key in it. */
  static int priority(byte[] bucket) {
    return bucket[bucketLength(bucket) - 1];
  }

  /** The bucket of the timeline that has the jobs of a priority. */
  static byte[] timeline(int priority) {
    return new byte[] {TIMELINE, (byte) priority};
  }

  static boolean isTimeline(byte[] bucket) {
    return bucket[0] == TIMELINE;
  }

  /** The first key of a bucket at or after a time. */
  static byte[] bucketFrom(byte[] bucket, long ms) {
    return inBucket(bucket, ms, NO_ID);
  }

  /** The first key of a bucket behind a position. */
  static byte[] bucketAfter(byte[] bucket, DuePosition at) {
    var priority = priority(bucket);
    if (priority == at.priority()) {
      return next(inBucket(bucket, at.dueMs(), at.id()));
    }
    return bucketFrom(bucket, priority < at.priority() ? at.dueMs() + 1 : at.dueMs());
  }

  /** The first key behind another. */
  static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** Prefix of every key of a space. */
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

  /** The ENDED key of a job. */
  static byte[] ended(long ms, byte[] id) {
    var key = ByteBuffer.allocate(ENDED_HEAD + id.length).put(ENDED);
    return key.putLong(ms).put(id).array();
  }

  /** Above every ENDED key. */
  static byte[] endedEnd() {
    return new byte[] {ENDED + 1};
  }

  /** The bucket of jobs for the same partition, or any, of the same topic. */
  static byte[] bucket(byte space, byte[] topic, int partitionPlusOne, int priority) {
    return bucketsOf(space, topic, Integer.BYTES + 1)
        .putInt(partitionPlusOne)
        .put((byte) priority)
        .array();
  }

  /** The common prefix of the buckets of one topic. */
  static byte[] bucketsOf(byte space, String topic) {
    return bucketsOf(space, topic.getBytes(StandardCharsets.UTF_8), 0).array();
  }

  private static ByteBuffer bucketsOf(byte space, byte[] topic, int more) {
    var isLong = topic.length >= Byte.toUnsignedInt(LONG);
    var buffer = ByteBuffer.allocate((isLong ? 4 : 2) + topic.length + more).put(space);
    var begun =
        isLong ? buffer.put(LONG).putShort((short) topic.length) : buffer.put((byte) topic.length);
    return begun.put(topic);
  }

  /** The bucket that a key belongs to. */
  static byte[] bucketOf(byte[] key) {
    return Arrays.copyOf(key, bucketLength(key));
  }

  /** The topic of a bucket that is not of the timeline. */
  static String topicOf(byte[] bucket) {
    return new String(bucket, topicBegin(bucket), topicLength(bucket), StandardCharsets.UTF_8);
  }

  /** The partition plus 1 of a bucket of parked jobs; 0 for any. */
  static int partitionPlusOne(byte[] bucket) {
    return ByteBuffer.wrap(bucket).getInt(topicBegin(bucket) + topicLength(bucket));
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

  private static int bucketLength(byte[] key) {
    return switch (key[0]) {
      case TIMELINE -> 2;
      case PARKED, DEAD, READY -> topicBegin(key) + topicLength(key) + Integer.BYTES + 1;
      case SEQUENCE -> {
        var tag = topicBegin(key) + topicLength(key);
        yield tag + 1 + Byte.toUnsignedInt(key[tag]);
      }
      default -> throw new IllegalArgumentException("not in a bucket: space " + key[0]);
    };
  }

  private static int topicBegin(byte[] key) {
    return key[1] == LONG ? 4 : 2;
  }

  private static int topicLength(byte[] key) {
    return key[1] == LONG
        ? Short.toUnsignedInt(ByteBuffer.wrap(key).getShort(2))
        : Byte.toUnsignedInt(key[1]);
  }
}
