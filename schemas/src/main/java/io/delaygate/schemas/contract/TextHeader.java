package io.delaygate.schemas.contract;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Writer of record headers whose value is UTF-8 text. */
public final class TextHeader {
  private TextHeader() {}

  /** A control header. */
  public static Header of(DelayHeader header, String text) {
    return of(header.headerName(), text);
  }

  /** A header of any name. */
  public static Header of(String name, String text) {
    return new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
