package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.StrictUtf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Headers of one command record, split into control headers (each at most once) and the sender's
 * own headers (unchanged).
 */
final class ControlHeaders {
  private static final byte[] CUT =
      ReasonCode.RECORD_TOO_LARGE.name().getBytes(StandardCharsets.UTF_8);

  private final Map<DelayHeader, Header> ours = new EnumMap<>(DelayHeader.class);
  private final List<Header> foreign = new ArrayList<>();
  private boolean isCut;

  private ControlHeaders() {}

  static ControlHeaders read(List<Header> headers) {
    var read = new ControlHeaders();
    for (var header : headers) {
      read.take(header);
    }
    return read;
  }

  private void take(Header header) {
    var name = header.key();
    if (DelayHeader.isOutput(name)) {
      isCut |= name.equals(DelayHeader.REASON) && Arrays.equals(header.value(), CUT);
      return;
    }
    var known = DelayHeader.byName(name);
    if (known.isEmpty()) {
      HeaderNames.check(name);
      foreign.add(header);
    } else if (ours.put(known.get(), header) != null) {
      throw duplicate(known.get());
    }
  }

  static RefusalException duplicate(DelayHeader header) {
    return new RefusalException(
        ReasonCode.HEADER_DUPLICATE, header, "'%s' may be given only once", header.headerName());
  }

  /** Refuses control headers that do not apply to the operation. */
  void refuseMisplaced(Op op) {
    for (var header : ours.keySet()) {
      if (!header.appliesTo(op)) {
        throw new RefusalException(
            ReasonCode.HEADER_MISPLACED,
            header,
            "'%s' does not apply to the operation '%s'",
            header.headerName(),
            op.text());
      }
    }
  }

  /**
   * Whether the sender gave none. A dead letter of a record that was too large is not bare: it has
   * lost its headers, and is not to be taken for another command when it is sent again.
   */
  boolean isBare() {
    return ours.isEmpty() && !isCut;
  }

  boolean has(DelayHeader header) {
    return ours.containsKey(header);
  }

  List<Header> foreign() {
    return foreign;
  }

  byte @Nullable [] bytes(DelayHeader header) {
    var found = ours.get(header);
    return found == null ? null : found.value();
  }

  /** The text of a header, null when it is absent; a null or non-UTF-8 value is a fault. */
  @Nullable String text(DelayHeader header) {
    if (!has(header)) {
      return null;
    }
    return text(header, bytes(header));
  }

  /** The text of a header's bytes; null or bytes that are not UTF-8 are a fault. */
  static String text(DelayHeader header, byte @Nullable [] bytes) {
    return Optional.ofNullable(bytes)
        .flatMap(StrictUtf8::decode)
        .orElseThrow(
            () ->
                new RefusalException(
                    ReasonCode.HEADER_INVALID,
                    header,
                    "the value of '%s' must be UTF-8 text",
                    header.headerName()));
  }

  /** A partition number; negative when the text is not valid. */
  static int partition(String text) {
    try {
      var number = WholeNumber.parse(text);
      return (int) number == number ? (int) number : -1;
    } catch (NumberFormatException notANumber) {
      return -1;
    }
  }
}
