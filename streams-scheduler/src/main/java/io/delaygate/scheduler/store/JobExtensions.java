package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.DeadLetterReason;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.ParkingReason;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Optional fields at the end of a stored job: one byte that says which there are, then each in this
 * order. Numbers are big-endian, texts as {@link DataOutput#writeUTF} writes them.
 *
 * <pre>
 * 1  the job is a dead letter after its expiry (no bytes)
 * 2  dead letter topic
 * 4  maximum of attempts, 4 bytes | lease, 8 bytes ms | lease start, 1 byte
 *    | backoff: initial 8 | factor 8 (double) | maximum 8 | jitter 8 (double)
 * 8  attempts and changes, see {@link AttemptsCodec}
 * 16 reason | text of the death
 * 64 the attempts have no limit; the maximum is there and the greatest one, as earlier versions read
 *    it (no bytes)
 * 32 why it is parked: reason | text | since, 8 bytes ms | partition + 1, 4 bytes, 0 for none
 * 128 the job leads its sequence (no bytes)
 * </pre>
 */
record JobExtensions(
    Policy policy,
    AttemptsCodec.Logged logged,
    @Nullable DeadLetterReason death,
    @Nullable ParkingReason waiting,
    boolean leads) {
  private static final int EXPIRES_TO_DEAD = 1;
  private static final int DEAD_LETTER_TOPIC = 2;
  private static final int RETRY = 4;
  private static final int ATTEMPTS = 8;
  private static final int DEATH = 16;
  private static final int WAITING = 32;
  private static final int UNLIMITED = 64;
  private static final int LEADS = 128;

  private static final byte[] NOTHING = {0};

  static byte[] encode(Job job) {
    var parts = parts(job);
    if (parts == 0) {
      return NOTHING;
    }
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(parts);
      write(job, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static int parts(Job job) {
    var policy = job.policy();
    return (policy.onExpiry() == OnExpiry.DEAD_LETTER ? EXPIRES_TO_DEAD : 0)
        | (policy.deadLetterTopic() == null ? 0 : DEAD_LETTER_TOPIC)
        | (policy.retry() == null ? 0 : RETRY)
        | (isUnlimited(policy.retry()) ? UNLIMITED : 0)
        | (logged(job).equals(AttemptsCodec.Logged.NOTHING) ? 0 : ATTEMPTS)
        | (job.death() == null ? 0 : DEATH)
        | (job.waiting() == null ? 0 : WAITING)
        | (job.leads() ? LEADS : 0);
  }

  private static AttemptsCodec.Logged logged(Job job) {
    return new AttemptsCodec.Logged(job.attempts(), job.changes());
  }

  /** Whether the first byte says that the job leads. */
  static boolean leads(byte parts) {
    return (parts & LEADS) != 0;
  }

  private static boolean isUnlimited(@Nullable RetryPolicy retry) {
    return retry != null && retry.maxAttempts() == RetryPolicy.UNLIMITED;
  }

  private static void write(Job job, DataOutput out) throws IOException {
    var topic = job.policy().deadLetterTopic();
    if (topic != null) {
      out.writeUTF(topic);
    }
    var retry = job.policy().retry();
    if (retry != null) {
      out.writeInt(isUnlimited(retry) ? RetryPolicy.MOST_ATTEMPTS : retry.maxAttempts());
      out.writeLong(retry.leaseMs());
      out.writeByte(retry.leaseStart().code());
      out.writeLong(retry.backoff().initialMs());
      out.writeDouble(retry.backoff().factor());
      out.writeLong(retry.backoff().maxMs());
      out.writeDouble(retry.backoff().jitter());
    }
    var logged = logged(job);
    if (!logged.equals(AttemptsCodec.Logged.NOTHING)) {
      AttemptsCodec.write(logged, job.times().createdMs(), out);
    }
    var death = job.death();
    if (death != null) {
      out.writeUTF(death.reason().name());
      out.writeUTF(death.text());
    }
    var waiting = job.waiting();
    if (waiting != null) {
      out.writeUTF(waiting.reason().name());
      out.writeUTF(waiting.text());
      out.writeLong(waiting.sinceMs());
      var partition = waiting.partition();
      out.writeInt(partition == null ? 0 : partition + 1);
    }
  }

  /**
   * Reads what {@link #encode} wrote, to the end of the bytes.
   *
   * @param createdMs when the job was stored, epoch milliseconds
   * @throws IllegalArgumentException if they are damaged
   */
  static JobExtensions decode(int priority, long createdMs, ByteBuffer bytes) {
    var rest = new byte[bytes.remaining()];
    bytes.get(rest);
    try (var in = new DataInputStream(new ByteArrayInputStream(rest))) {
      var tail = read(priority, createdMs, in);
      if (in.available() > 0) {
        throw new IllegalArgumentException(in.available() + " bytes follow its end");
      }
      return tail;
    } catch (IOException damage) {
      throw new IllegalArgumentException("its optional fields cannot be read", damage);
    }
  }

  private static JobExtensions read(int priority, long createdMs, DataInput in) throws IOException {
    var parts = in.readUnsignedByte();
    var onExpiry = (parts & EXPIRES_TO_DEAD) == 0 ? OnExpiry.DROP : OnExpiry.DEAD_LETTER;
    var topic = (parts & DEAD_LETTER_TOPIC) == 0 ? null : in.readUTF();
    var retry = (parts & RETRY) == 0 ? null : retry(in);
    var logged =
        (parts & ATTEMPTS) == 0 ? AttemptsCodec.Logged.NOTHING : AttemptsCodec.read(in, createdMs);
    var death =
        (parts & DEATH) == 0
            ? null
            : new DeadLetterReason(ReasonCode.valueOf(in.readUTF()), in.readUTF());
    var waiting = (parts & WAITING) == 0 ? null : waiting(in);
    if (retry != null && (parts & UNLIMITED) != 0) {
      retry = retry.withMaxAttempts(RetryPolicy.UNLIMITED);
    }
    return new JobExtensions(
        new Policy(priority, onExpiry, topic, retry), logged, death, waiting, (parts & LEADS) != 0);
  }

  private static ParkingReason waiting(DataInput in) throws IOException {
    var reason = ReasonCode.valueOf(in.readUTF());
    var text = in.readUTF();
    var sinceMs = in.readLong();
    var plusOne = in.readInt();
    return new ParkingReason(reason, text, sinceMs, plusOne == 0 ? null : plusOne - 1);
  }

  private static RetryPolicy retry(DataInput in) throws IOException {
    return new RetryPolicy(
        in.readInt(),
        in.readLong(),
        LeaseStart.byCode(in.readByte()),
        new Backoff(in.readLong(), in.readDouble(), in.readLong(), in.readDouble()));
  }
}
