package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.StrictUtf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * The id that a command names: in the header {@code delay-id}, else in its record key. Keys of
 * other types than text ({@code LongSerializer}, Avro) need the header. Some of their bytes are
 * valid UTF-8 by chance, as 127 and 256 are and 128 and 1000 are not; therefore a key with a zero
 * byte, as nearly all small numbers have, is refused whatever else it is. Otherwise such keys would
 * pass in a test and fail in production.
 */
public final class CommandId {
  private static final DelayHeader HEADER = DelayHeader.ID;

  private CommandId() {}

  /** The id of a new job. A record without a key and header gets one of its coordinates. */
  static JobId scheduled(CommandRecord record, ControlHeaders headers) {
    if (record.key() == null && !headers.has(HEADER)) {
      return JobId.generated(record.partition(), record.offset());
    }
    var id = existing(record, headers);
    if (id.isGenerated()) {
      throw new RefusalException(
          ReasonCode.ID_INVALID, "ids that begin with '~' are reserved for records without a key");
    }
    return id;
  }

  /** The id of a job that exists. */
  static JobId existing(CommandRecord record, ControlHeaders headers) {
    if (headers.has(HEADER)) {
      return named(headers.bytes(HEADER));
    }
    var key = record.key();
    if (key == null) {
      throw new RefusalException(
          ReasonCode.ID_MISSING,
          "the record needs a key or the header '%s' with the id of the job",
          HEADER.headerName());
    }
    return ofKey(key).orElseThrow(() -> invalidKey(key));
  }

  /** The id that a record names, whatever else is wrong with it; empty if it names none. */
  public static Optional<JobId> find(byte @Nullable [] key, Iterable<Header> headers) {
    for (var header : headers) {
      if (header.key().equals(HEADER.headerName())) {
        return Optional.ofNullable(header.value()).flatMap(JobId::parse);
      }
    }
    return Optional.ofNullable(key).flatMap(CommandId::ofKey);
  }

  /**
   * The headers of a record that has this id as its key, with {@code delay-id} in front if the id
   * has a zero byte.
   */
  public static List<Header> naming(JobId id, List<Header> headers) {
    if (!hasZero(id.bytes())) {
      return headers;
    }
    var naming = new ArrayList<Header>();
    naming.add(new RecordHeader(HEADER.headerName(), id.bytes()));
    naming.addAll(headers);
    return naming;
  }

  private static Optional<JobId> ofKey(byte[] key) {
    return hasZero(key) ? Optional.empty() : JobId.parse(key);
  }

  private static boolean hasZero(byte[] key) {
    for (var each : key) {
      if (each == 0) {
        return true;
      }
    }
    return false;
  }

  private static JobId named(byte @Nullable [] value) {
    return Optional.ofNullable(value)
        .flatMap(JobId::parse)
        .orElseThrow(
            () ->
                new RefusalException(
                    ReasonCode.ID_INVALID,
                    HEADER,
                    "'%s' must be 1 to %d bytes of UTF-8 and must not begin with '~'",
                    HEADER.headerName(),
                    Limits.ID_BYTES));
  }

  private static RefusalException invalidKey(byte[] key) {
    if (hasZero(key) || StrictUtf8.decode(key).isEmpty()) {
      return new RefusalException(
          ReasonCode.ID_INVALID,
          "the record key has %d bytes and is not text (UTF-8 without zero bytes): put the id of"
              + " the job into the header '%s'",
          key.length,
          HEADER.headerName());
    }
    return new RefusalException(
        ReasonCode.ID_INVALID,
        "the key must be 1 to %d bytes of UTF-8 and must not begin with '~'; it has %d bytes",
        Limits.ID_BYTES,
        key.length);
  }
}
