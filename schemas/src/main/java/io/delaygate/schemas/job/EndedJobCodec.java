package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an ended job in the job store:
 *
 * <pre>
 * offset 0  format version (1), with the highest bit set, which no pending job has
 *        1  state code
 *        2  job version, 8 bytes big-endian
 *       10  created, 8 bytes epoch ms
 *       18  due, 8 bytes
 *       26  ended, 8 bytes
 *       34  topic length, 1 byte | topic | name of the reason, empty for none
 * </pre>
 *
 * The id is not inside: it is the key of the record. All methods are thread-safe.
 */
public final class EndedJobCodec {
  /** The format that this version writes. */
  public static final byte FORMAT = 1;

  private static final byte MARK = (byte) 0x80;
  private static final int ENDED = 26;
  private static final int HEAD = 35;

  private EndedJobCodec() {}

  /** The stored bytes of an ended job. */
  public static byte[] encode(EndedJob job) {
    var topic = job.topic().getBytes(StandardCharsets.UTF_8);
    var reason = job.reason() == null ? "" : job.reason().name();
    var buffer = ByteBuffer.allocate(HEAD + topic.length + reason.length());
    buffer
        .put((byte) (MARK | FORMAT))
        .put(job.state().code())
        .putLong(job.version())
        .putLong(job.createdMs());
    buffer.putLong(job.dueMs()).putLong(job.endedMs()).put((byte) topic.length).put(topic);
    return buffer.put(reason.getBytes(StandardCharsets.US_ASCII)).array();
  }

  /** Looks into the bytes of any job in the store: whether it has ended. */
  public static boolean isEnded(byte[] stored) {
    return stored.length >= HEAD && (stored[0] & MARK) != 0;
  }

  /** Looks into stored bytes without decoding them: when it ended, epoch milliseconds. */
  public static long endedMs(byte[] stored) {
    return ByteBuffer.wrap(stored).getLong(ENDED);
  }

  /**
   * Reads stored bytes.
   *
   * @throws IllegalStateException if they were written by a later version or are damaged
   */
  public static EndedJob decode(JobId id, byte[] stored) {
    var buffer = ByteBuffer.wrap(stored);
    try {
      var format = (buffer.get() ^ MARK) & 0xFF;
      if (format != FORMAT) {
        throw new IllegalStateException(
            "ended job has format " + format + "; this version reads up to " + FORMAT);
      }
      return decode(id, buffer);
    } catch (BufferUnderflowException | IllegalArgumentException damage) {
      throw new IllegalStateException("ended job is damaged", damage);
    }
  }

  private static EndedJob decode(JobId id, ByteBuffer buffer) {
    var state = EndState.byCode(buffer.get());
    var version = buffer.getLong();
    var createdMs = buffer.getLong();
    var dueMs = buffer.getLong();
    var endedMs = buffer.getLong();
    var topic = text(buffer, Byte.toUnsignedInt(buffer.get()));
    var reason = reason(text(buffer, buffer.remaining()));
    return new EndedJob(id, state, version, createdMs, dueMs, endedMs, topic, reason);
  }

  private static String text(ByteBuffer buffer, int length) {
    var bytes = new byte[length];
    buffer.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static @Nullable ReasonCode reason(String name) {
    return name.isEmpty() ? null : ReasonCode.valueOf(name);
  }
}
