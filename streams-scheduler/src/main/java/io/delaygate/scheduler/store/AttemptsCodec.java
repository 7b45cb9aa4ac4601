package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.JobChanges;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Binary codec of {@link Attempts} and {@link JobChanges}, the same for pending and ended jobs.
 * Thread-safe.
 *
 * <pre>
 * number, 4 bytes | first delivered, 8 | lease, 8 | number of rows, 1 | rows
 * row: number, 4 | delivered, 8 | reserved, 8 | ended, 8 | end code, 1 | text, 1 byte for none
 * </pre>
 *
 * The changes lie in rows of their own before those of attempts. Such a row has the number -1, -2,
 * and so on, and 24 bytes in place of its three times. The bytes of all together are a length, 2
 * bytes, and what {@link JobChangesCodec} writes.
 *
 * <p>Rejected: a field of their own, or a later format. A version that does not know the changes
 * reads no job with bytes that it does not expect, and during a rolling upgrade would stop at every
 * job that was scheduled over HTTP. It takes these rows for attempts that have ended, does nothing
 * with them, and keeps them; if it has more attempts than it logs, it drops these rows first.
 */
final class AttemptsCodec {
  private static final int ROW_BYTES = 3 * Long.BYTES;

  /** Code of {@link AttemptEnd#WITHDRAWN}: to other versions the row is not in progress. */
  private static final byte OVER = 5;

  private AttemptsCodec() {}

  /** Attempts and changes of one job. */
  record Logged(Attempts attempts, JobChanges changes) {
    static final Logged NOTHING = new Logged(Attempts.NONE, JobChanges.NONE);
  }

  static void write(Logged logged, long createdMs, DataOutput out) throws IOException {
    var attempts = logged.attempts();
    var rows = rows(logged.changes(), createdMs);
    out.writeInt(attempts.number());
    out.writeLong(attempts.firstDeliveredMs());
    out.writeLong(attempts.lease());
    out.writeByte(rows.limit() / ROW_BYTES + attempts.log().size());
    for (var number = -1; rows.hasRemaining(); number--) {
      out.writeInt(number);
      out.writeLong(rows.getLong());
      out.writeLong(rows.getLong());
      out.writeLong(rows.getLong());
      out.writeByte(OVER);
      writeText(null, out);
    }
    for (var attempt : attempts.log()) {
      out.writeInt(attempt.number());
      out.writeLong(attempt.deliveredMs());
      out.writeLong(attempt.reservedMs());
      out.writeLong(attempt.endedMs());
      out.writeByte(attempt.end() == null ? 0 : attempt.end().code());
      writeText(attempt.text(), out);
    }
  }

  private static ByteBuffer rows(JobChanges changes, long createdMs) {
    if (changes.equals(JobChanges.NONE)) {
      return ByteBuffer.allocate(0);
    }
    var most = 0xFF - Attempts.LOGGED;
    var kept = changes;
    var bytes = JobChangesCodec.encode(kept, createdMs);
    while (number(bytes) > most) { // longest names of many actors
      kept = kept.shortened();
      bytes = JobChangesCodec.encode(kept, createdMs);
    }
    return ByteBuffer.allocate(number(bytes) * ROW_BYTES)
        .putShort((short) bytes.length)
        .put(bytes)
        .clear();
  }

  private static int number(byte[] bytes) {
    return (Short.BYTES + bytes.length + ROW_BYTES - 1) / ROW_BYTES;
  }

  static Logged read(DataInput in, long createdMs) throws IOException {
    var number = in.readInt();
    var firstDeliveredMs = in.readLong();
    var lease = in.readLong();
    var rows = in.readUnsignedByte();
    var log = new ArrayList<Attempt>(rows);
    var changes = ByteBuffer.allocate(rows * ROW_BYTES);
    var isWhole = true;
    for (var i = 0; i < rows; i++) {
      var row = attempt(in);
      if (row.number() < 0) {
        isWhole &= row.number() == -1 - i;
        changes.putLong(row.deliveredMs()).putLong(row.reservedMs()).putLong(row.endedMs());
      } else {
        log.add(row);
      }
    }
    return new Logged(
        new Attempts(number, firstDeliveredMs, lease, log),
        isWhole ? changes(changes.flip(), createdMs) : JobChanges.NONE);
  }

  /** Rows that another version has cut are nothing that can be read. */
  private static JobChanges changes(ByteBuffer rows, long createdMs) {
    if (!rows.hasRemaining()) {
      return JobChanges.NONE;
    }
    var length = Short.toUnsignedInt(rows.getShort());
    return length > rows.remaining()
        ? JobChanges.NONE
        : JobChangesCodec.decode(rows.slice(rows.position(), length), createdMs);
  }

  private static Attempt attempt(DataInput in) throws IOException {
    var number = in.readInt();
    var deliveredMs = in.readLong();
    var reservedMs = in.readLong();
    var endedMs = in.readLong();
    var end = in.readByte();
    return new Attempt(
        number,
        deliveredMs,
        reservedMs,
        endedMs,
        end == 0 ? null : AttemptEnd.byCode(end),
        readText(in));
  }

  static void writeText(@Nullable String text, DataOutput out) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      out.writeUTF(text);
    }
  }

  static @Nullable String readText(DataInput in) throws IOException {
    return in.readBoolean() ? in.readUTF() : null;
  }
}
