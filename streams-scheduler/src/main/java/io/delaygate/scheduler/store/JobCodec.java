package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Target;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Binary format of a stored job. A fixed head, so that the store can place a job in its timeline
 * without decoding it, then length-prefixed fields (unsigned varints; 0 is null, n is n-1 bytes):
 *
 * <pre>
 * offset 0  format version (3, 4 where the tail says why the job is parked, 5 where the topic is
 *           long, 6 where the job waits for its turn)
 *        1  state code
 *        2  priority, 0..9
 *        3  wake, 8 bytes big-endian epoch ms
 *       11  due, 8 bytes
 *       19  created, 8 bytes
 *       27  job version, 8 bytes
 *       35  target topic | target key | target partition + 1, 0 for none | value
 *           | number of headers | (name | value)* | expires, 8 bytes | {@link JobExtensions}
 * </pre>
 *
 * The tail of format 3 does not say why a job is parked. Formats 5 and 6 have the same fields as 4;
 * they keep versions away that cannot place such a job in their index. Formats 1 and 2 are older
 * than any release.
 *
 * <p>The id is not inside: it is the key of the record. All methods are thread-safe.
 */
public final class JobCodec {
  /** The latest format that this version writes. It reads this one and those down to 3. */
  public static final byte FORMAT = 6;

  /** The format of jobs that need no later one, so that the version before reads them. */
  private static final byte USUAL_FORMAT = 3;

  private static final byte WAITING_FORMAT = 4;
  private static final byte LONG_TOPIC_FORMAT = 5;
  private static final byte TURN_FORMAT = 6;

  /** Longest target of a job in the formats before; only queues have longer ones. */
  private static final int TOPIC_BYTES = 254;

  private static final int STATE = 1;
  private static final int PRIORITY = 2;
  private static final int WAKE = 3;
  private static final int DUE = 11;
  private static final int CREATED = 19;
  private static final int VERSION = 27;
  private static final int HEAD = 35;

  private JobCodec() {}

  /** The stored bytes of a job. */
  public static byte[] encode(Job job) {
    var topic = job.target().topic().getBytes(StandardCharsets.UTF_8);
    var names = headerNames(job.payload().headers());
    var tail = JobExtensions.encode(job);
    var buffer = ByteBuffer.allocate(size(job, topic, names) + tail.length);
    buffer.put(format(job, topic)).put(job.state().code()).put((byte) job.policy().priority());
    buffer.putLong(job.times().wakeMs()).putLong(job.times().dueMs());
    buffer.putLong(job.times().createdMs()).putLong(job.version());
    put(buffer, topic);
    put(buffer, job.target().key());
    UnsignedVarint.write(partitionPlusOne(job.target()), buffer);
    put(buffer, job.payload().value());
    UnsignedVarint.write(names.length, buffer);
    for (var i = 0; i < names.length; i++) {
      put(buffer, names[i]);
      put(buffer, job.payload().headers().get(i).value());
    }
    return buffer.putLong(job.times().expiresMs()).put(tail).array();
  }

  private static byte format(Job job, byte[] topic) {
    if (job.isWaitingForTurn()) {
      return TURN_FORMAT;
    }
    if (topic.length > TOPIC_BYTES) {
      return LONG_TOPIC_FORMAT;
    }
    return job.waiting() == null ? USUAL_FORMAT : WAITING_FORMAT;
  }

  /**
   * Reads stored bytes.
   *
   * @throws IllegalStateException if they were written by a later version or are damaged
   */
  public static Job decode(JobId id, byte[] stored) {
    checkFormat(stored);
    var buffer = ByteBuffer.wrap(stored).position(HEAD);
    try {
      var job = decode(id, stored, buffer);
      if (buffer.hasRemaining()) {
        throw new IllegalArgumentException(buffer.remaining() + " bytes follow its end");
      }
      return job;
    } catch (BufferUnderflowException | IllegalArgumentException damage) {
      throw new IllegalStateException("the stored job is damaged", damage);
    }
  }

  private static Job decode(JobId id, byte[] stored, ByteBuffer buffer) {
    var target = new Target(text(buffer), bytes(buffer), partition(buffer));
    var payload = new Payload(bytes(buffer), headers(buffer));
    var expiresMs = buffer.getLong();
    var times =
        new JobTimes(longAt(stored, CREATED), longAt(stored, DUE), longAt(stored, WAKE), expiresMs);
    var tail = JobExtensions.decode(priority(stored), longAt(stored, CREATED), buffer);
    return new Job(
        id,
        JobState.byCode(stored[STATE]),
        longAt(stored, VERSION),
        times,
        target,
        payload,
        tail.policy(),
        tail.logged().attempts(),
        tail.death(),
        tail.waiting(),
        tail.leads(),
        tail.logged().changes());
  }

  /** Looks into stored bytes without decoding them: the state. */
  public static JobState state(byte[] stored) {
    checkFormat(stored);
    return JobState.byCode(stored[STATE]);
  }

  /** Looks into stored bytes without decoding them: the priority. */
  public static byte priority(byte[] stored) {
    return stored[PRIORITY];
  }

  /** Looks into stored bytes without decoding them: the next wake, epoch milliseconds. */
  public static long wakeMs(byte[] stored) {
    return longAt(stored, WAKE);
  }

  /** Looks into stored bytes without decoding them: the due time, epoch milliseconds. */
  public static long dueMs(byte[] stored) {
    return longAt(stored, DUE);
  }

  /** Looks into stored bytes without decoding them: the target topic, UTF-8. */
  public static byte[] targetTopic(byte[] stored) {
    var topic = bytes(ByteBuffer.wrap(stored).position(HEAD));
    if (topic == null) {
      throw new IllegalStateException("the stored job has no target topic");
    }
    return topic;
  }

  /** Looks into stored bytes without decoding them: the target partition plus 1, 0 for none. */
  public static int targetPartition(byte[] stored) {
    var buffer = ByteBuffer.wrap(stored).position(HEAD);
    skip(buffer);
    skip(buffer);
    return UnsignedVarint.read(buffer);
  }

  /**
   * Looks into the stored bytes of a parked job: the partition that it waits for plus 1, 0 for the
   * topic as a whole, {@link KeySpaces#TURN} for none as it waits for its turn.
   */
  public static int waitingPartition(byte[] stored) {
    var targetPartition = targetPartition(stored);
    if (stored[0] == TURN_FORMAT) {
      return KeySpaces.TURN;
    }
    if (stored[0] < WAITING_FORMAT) {
      return targetPartition;
    }
    var buffer = behindHeaders(stored);
    buffer.getLong();
    var createdMs = longAt(stored, CREATED);
    var waiting = JobExtensions.decode(priority(stored), createdMs, buffer).waiting();
    var partition = waiting == null ? null : waiting.partition();
    return partition == null ? targetPartition : partition + 1;
  }

  /** Looks into stored bytes without decoding them: the expiry, {@link JobTimes#NEVER} for none. */
  public static long expiresMs(byte[] stored) {
    return behindHeaders(stored).getLong();
  }

  /** Looks into the stored bytes of a scheduled job: whether it leads its sequence. */
  static boolean leads(byte[] stored) {
    var buffer = behindHeaders(stored);
    return JobExtensions.leads(buffer.get(buffer.position() + Long.BYTES));
  }

  private static ByteBuffer behindHeaders(byte[] stored) {
    var buffer = ByteBuffer.wrap(stored).position(HEAD);
    skip(buffer);
    skip(buffer);
    UnsignedVarint.read(buffer);
    skip(buffer);
    for (var fields = 2 * UnsignedVarint.read(buffer); fields > 0; fields--) {
      skip(buffer);
    }
    return buffer;
  }

  private static void skip(ByteBuffer buffer) {
    var length = Math.max(0, UnsignedVarint.read(buffer) - 1);
    buffer.position(buffer.position() + length);
  }

  private static void checkFormat(byte[] stored) {
    if (stored.length < HEAD || stored[0] < USUAL_FORMAT || stored[0] > FORMAT) {
      throw new IllegalStateException(
          "the stored job has format "
              + (stored.length == 0 ? "none" : stored[0])
              + "; this version reads only formats "
              + USUAL_FORMAT
              + " to "
              + FORMAT);
    }
  }

  private static long longAt(byte[] stored, int offset) {
    return ByteBuffer.wrap(stored).getLong(offset);
  }

  private static int size(Job job, byte[] topic, byte[][] names) {
    var size = HEAD + Long.BYTES + sized(topic) + sized(job.target().key());
    size += UnsignedVarint.size(partitionPlusOne(job.target()));
    size += sized(job.payload().value()) + UnsignedVarint.size(names.length);
    for (var i = 0; i < names.length; i++) {
      size += sized(names[i]) + sized(job.payload().headers().get(i).value());
    }
    return size;
  }

  private static int sized(byte @Nullable [] bytes) {
    return bytes == null ? 1 : UnsignedVarint.size(bytes.length + 1) + bytes.length;
  }

  private static byte[][] headerNames(List<Header> headers) {
    var names = new byte[headers.size()][];
    for (var i = 0; i < names.length; i++) {
      names[i] = headers.get(i).key().getBytes(StandardCharsets.UTF_8);
    }
    return names;
  }

  private static int partitionPlusOne(Target target) {
    var partition = target.partition();
    return partition == null ? 0 : partition + 1;
  }

  private static void put(ByteBuffer buffer, byte @Nullable [] bytes) {
    if (bytes == null) {
      UnsignedVarint.write(0, buffer);
      return;
    }
    UnsignedVarint.write(bytes.length + 1, buffer);
    buffer.put(bytes);
  }

  private static byte @Nullable [] bytes(ByteBuffer buffer) {
    var length = UnsignedVarint.read(buffer) - 1;
    if (length < 0) {
      return null;
    }
    var bytes = new byte[bounded(length, buffer)];
    buffer.get(bytes);
    return bytes;
  }

  /** Keeps damaged bytes from asking for more memory than they have bytes themselves. */
  private static int bounded(int length, ByteBuffer buffer) {
    if (length > buffer.remaining()) {
      throw new BufferUnderflowException();
    }
    return length;
  }

  private static String text(ByteBuffer buffer) {
    var bytes = bytes(buffer);
    return new String(bytes == null ? new byte[0] : bytes, StandardCharsets.UTF_8);
  }

  private static @Nullable Integer partition(ByteBuffer buffer) {
    var plusOne = UnsignedVarint.read(buffer);
    return plusOne == 0 ? null : plusOne - 1;
  }

  private static List<Header> headers(ByteBuffer buffer) {
    var count = bounded(UnsignedVarint.read(buffer), buffer);
    var headers = new ArrayList<Header>(count);
    for (var i = 0; i < count; i++) {
      headers.add(new RecordHeader(text(buffer), bytes(buffer)));
    }
    return headers;
  }
}
