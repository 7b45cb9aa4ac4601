package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Attempts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Binary codec of {@link Attempts}, the same for pending and ended jobs. Thread-safe. */
final class AttemptsCodec {
  private AttemptsCodec() {}

  static void write(Attempts attempts, DataOutput out) throws IOException {
    out.writeInt(attempts.number());
    out.writeLong(attempts.firstDeliveredMs());
    out.writeLong(attempts.lease());
    out.writeByte(attempts.log().size());
    for (var attempt : attempts.log()) {
      out.writeInt(attempt.number());
      out.writeLong(attempt.deliveredMs());
      out.writeLong(attempt.reservedMs());
      out.writeLong(attempt.endedMs());
      out.writeByte(attempt.end() == null ? 0 : attempt.end().code());
      writeText(attempt.text(), out);
    }
  }

  static Attempts read(DataInput in) throws IOException {
    var number = in.readInt();
    var firstDeliveredMs = in.readLong();
    var lease = in.readLong();
    var logged = in.readUnsignedByte();
    var log = new ArrayList<Attempt>(logged);
    for (var i = 0; i < logged; i++) {
      log.add(attempt(in));
    }
    return new Attempts(number, firstDeliveredMs, lease, log);
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
