package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.JobChange;
import io.delaygate.schemas.job.JobChanges;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binary format of {@link JobChanges}. Names of actors and instances are written once each:
 *
 * <pre>
 * number omitted | number of names | (length, 1 byte | name)* | number of changes
 * | (event code, 1 byte | milliseconds since the change before | actor | attempt | instance + 1)*
 * </pre>
 *
 * Numbers are unsigned varints, those of actors and instances positions in the list of names; the
 * first change counts from the creation of the job. Thread-safe.
 */
final class JobChangesCodec {
  /** Longest name that is kept, as {@link Actor#BYTES}; longer names of instances are cut. */
  private static final int NAME_BYTES = Actor.BYTES;

  /** A varint of 64 bits. */
  private static final int LONG_BYTES = 10;

  private JobChangesCodec() {}

  static byte[] encode(JobChanges changes, long createdMs) {
    var names = new ArrayList<byte[]>();
    var known = new ArrayList<String>();
    for (var change : changes.kept()) {
      add(change.actor().name(), known, names);
      if (change.instance() != null) {
        add(change.instance(), known, names);
      }
    }
    var size = 3 * LONG_BYTES + changes.kept().size() * (1 + 4 * LONG_BYTES);
    var buffer = ByteBuffer.allocate(size + names.stream().mapToInt(name -> name.length + 1).sum());
    UnsignedVarint.write(changes.omitted(), buffer);
    UnsignedVarint.write(names.size(), buffer);
    names.forEach(name -> buffer.put((byte) name.length).put(name));
    UnsignedVarint.write(changes.kept().size(), buffer);
    var beforeMs = createdMs;
    for (var change : changes.kept()) {
      buffer.put(change.event().code());
      writeSigned(change.atMs() - beforeMs, buffer);
      UnsignedVarint.write(known.indexOf(change.actor().name()), buffer);
      UnsignedVarint.write(change.attempt(), buffer);
      var instance = change.instance();
      UnsignedVarint.write(instance == null ? 0 : known.indexOf(instance) + 1, buffer);
      beforeMs = change.atMs();
    }
    var bytes = new byte[buffer.position()];
    buffer.flip().get(bytes);
    return bytes;
  }

  private static void add(String name, List<String> known, List<byte[]> names) {
    if (!known.contains(name)) {
      known.add(name);
      names.add(head(name.getBytes(UTF_8)));
    }
  }

  private static byte[] head(byte[] name) {
    var end = Math.min(name.length, NAME_BYTES);
    while (end < name.length && (name[end] & 0xC0) == 0x80) {
      end--; // no half characters
    }
    return Arrays.copyOf(name, end);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if it is damaged
   */
  static JobChanges decode(ByteBuffer buffer, long createdMs) {
    try {
      var omitted = UnsignedVarint.read(buffer);
      var names = new ArrayList<String>();
      for (var left = UnsignedVarint.read(buffer); left > 0; left--) {
        var name = new byte[Byte.toUnsignedInt(buffer.get())];
        buffer.get(name);
        names.add(new String(name, UTF_8));
      }
      var kept = new ArrayList<JobChange>();
      var atMs = createdMs;
      for (var left = UnsignedVarint.read(buffer); left > 0; left--) {
        var event = JobEvent.byCode(buffer.get());
        atMs += readSigned(buffer);
        var actor = new Actor(names.get(UnsignedVarint.read(buffer)));
        var attempt = UnsignedVarint.read(buffer);
        kept.add(new JobChange(atMs, event, actor, attempt, instance(names, buffer)));
      }
      return new JobChanges(kept, omitted);
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalStateException damage) {
      throw new IllegalArgumentException("its changes cannot be read", damage);
    }
  }

  private static @Nullable String instance(List<String> names, ByteBuffer buffer) {
    var plusOne = UnsignedVarint.read(buffer);
    return plusOne == 0 ? null : names.get(plusOne - 1);
  }

  /** Small numbers of either sign take few bytes: a clock may be set back between two changes. */
  private static void writeSigned(long value, ByteBuffer buffer) {
    var rest = (value << 1) ^ (value >> 63);
    while (rest >>> 7 != 0) {
      buffer.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    buffer.put((byte) rest);
  }

  private static long readSigned(ByteBuffer buffer) {
    var value = 0L;
    for (var shift = 0; shift < Long.SIZE; shift += 7) {
      var part = buffer.get();
      value |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw new IllegalArgumentException("a varint of 64 bits must have at most ten bytes");
  }
}
