package io.delaygate.scheduler.store;

import io.delaygate.scheduler.store.AttemptsCodec.Logged;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Binary format of an ended job in the job store.
 *
 * <pre>
 * offset 0  format version (2, or 3 where the topic is long), with the highest bit set, which no pending job has
 *        1  state code
 *        2  job version, 8 bytes big-endian
 *       10  created, 8 bytes epoch ms
 *       18  due, 8 bytes
 *       26  ended, 8 bytes
 *       34  topic length, 1 byte, 2 in format 3 | topic | length of the reason's name, 1 byte, 0 for none | name
 *           | nothing, or attempts and changes as {@link AttemptsCodec} writes them
 *           | length of the result + 1, 2 bytes, 0 for none | result
 * </pre>
 *
 * Format 3 is written where the length of the topic does not fit into a byte, as that of a queue
 * may not; so the version before reads all others. Format 1 is older than any release.
 *
 * <p>The id is not inside: it is the key of the record. All methods are thread-safe.
 */
public final class EndedJobCodec {
  /** The latest format that this version writes. It reads this one and the one before. */
  public static final byte FORMAT = 3;

  /** The format of jobs that need no later one. */
  private static final byte USUAL_FORMAT = 2;

  private static final byte MARK = (byte) 0x80;
  private static final int STATE = 1;
  private static final int DUE = 18;
  private static final int ENDED = 26;
  private static final int HEAD = 35;

  private EndedJobCodec() {}

  /** The stored bytes of an ended job. */
  public static byte[] encode(EndedJob job) {
    var topic = job.topic().getBytes(StandardCharsets.UTF_8);
    var reason = job.reason() == null ? "" : job.reason().name();
    var tail = tail(job);
    var isLong = topic.length > 0xFF;
    var head = HEAD + (isLong ? 1 : 0);
    var buffer = ByteBuffer.allocate(head + topic.length + 1 + reason.length() + tail.length);
    buffer
        .put((byte) (MARK | (isLong ? FORMAT : USUAL_FORMAT)))
        .put(job.state().code())
        .putLong(job.version())
        .putLong(job.createdMs());
    buffer.putLong(job.dueMs()).putLong(job.endedMs());
    var sized = isLong ? buffer.putShort((short) topic.length) : buffer.put((byte) topic.length);
    sized.put(topic);
    buffer.put((byte) reason.length()).put(reason.getBytes(StandardCharsets.US_ASCII));
    return buffer.put(tail).array();
  }

  private static byte[] tail(EndedJob job) {
    var result = job.result();
    var logged = new Logged(job.attempts(), job.changes());
    if (logged.equals(Logged.NOTHING) && result == null) {
      return new byte[0];
    }
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      AttemptsCodec.write(logged, job.createdMs(), out);
      out.writeShort(result == null ? 0 : result.length + 1);
      out.write(result == null ? new byte[0] : result);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Looks into the bytes of any job in the store: whether it has ended. */
  public static boolean isEnded(byte[] stored) {
    return stored.length >= HEAD && (stored[0] & MARK) != 0;
  }

  /** Looks into stored bytes without decoding them: how it ended. */
  static EndState state(byte[] stored) {
    return EndState.byCode(stored[STATE]);
  }

  /** Looks into stored bytes without decoding them: when it was due, epoch milliseconds. */
  static long dueMs(byte[] stored) {
    return ByteBuffer.wrap(stored).getLong(DUE);
  }

  /** Looks into stored bytes without decoding them: whether this was its topic, in UTF-8. */
  static boolean isOf(byte[] topic, byte[] stored) {
    var isLong = (stored[0] ^ MARK) == FORMAT;
    var begin = isLong ? HEAD + 1 : HEAD;
    var length =
        isLong
            ? Short.toUnsignedInt(ByteBuffer.wrap(stored).getShort(HEAD - 1))
            : Byte.toUnsignedInt(stored[HEAD - 1]);
    return length == topic.length
        && stored.length >= begin + length
        && Arrays.equals(stored, begin, begin + length, topic, 0, length);
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
      if (format != USUAL_FORMAT && format != FORMAT) {
        throw new IllegalStateException(
            "the ended job has format %d; this version reads only formats %d and %d"
                .formatted(format, USUAL_FORMAT, FORMAT));
      }
      return decode(id, format, buffer);
    } catch (BufferUnderflowException | IllegalArgumentException | IOException damage) {
      throw new IllegalStateException("the ended job is damaged", damage);
    }
  }

  private static EndedJob decode(JobId id, int format, ByteBuffer buffer) throws IOException {
    var state = EndState.byCode(buffer.get());
    var version = buffer.getLong();
    var createdMs = buffer.getLong();
    var dueMs = buffer.getLong();
    var endedMs = buffer.getLong();
    var length =
        format < FORMAT ? Byte.toUnsignedInt(buffer.get()) : Short.toUnsignedInt(buffer.getShort());
    var topic = text(buffer, length);
    var reason = reason(text(buffer, Byte.toUnsignedInt(buffer.get())));
    var tail = Tail.read(buffer, createdMs);
    return new EndedJob(
        id,
        state,
        version,
        createdMs,
        dueMs,
        endedMs,
        topic,
        reason,
        tail.logged().attempts(),
        tail.result(),
        tail.logged().changes());
  }

  private static String text(ByteBuffer buffer, int length) {
    var bytes = new byte[length];
    buffer.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static @Nullable ReasonCode reason(String name) {
    return name.isEmpty() ? null : ReasonCode.valueOf(name);
  }

  private record Tail(Logged logged, byte @Nullable [] result) {
    static Tail read(ByteBuffer buffer, long createdMs) throws IOException {
      if (!buffer.hasRemaining()) {
        return new Tail(Logged.NOTHING, null);
      }
      var bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      var rest = new DataInputStream(new ByteArrayInputStream(bytes));
      var logged = AttemptsCodec.read(rest, createdMs);
      var length = rest.readUnsignedShort() - 1;
      var result = length < 0 ? null : rest.readNBytes(length);
      if ((result != null && result.length < length) || rest.available() > 0) {
        throw new IOException("its result is shorter than its length field");
      }
      return new Tail(logged, result);
    }
  }
}
