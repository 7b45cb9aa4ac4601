package io.delaygate.gateway.jobs;

import org.jspecify.annotations.Nullable;

/** Newline-delimited JSON: an item is a line, and blank lines are none. */
final class LineItems implements Items {
  private final Upload upload;
  private final int maxBytes;

  LineItems(Upload upload, int maxBytes) {
    this.upload = upload;
    this.maxBytes = maxBytes;
  }

  @Override
  public @Nullable Item next() {
    while (true) {
      var line = new Item.Bytes(upload, maxBytes);
      var octet = upload.read();
      while (octet >= 0 && octet != '\n') {
        line.add(octet);
        octet = upload.read();
      }
      if (!line.isBlank()) {
        return line.item();
      }
      if (octet < 0) {
        return null;
      }
    }
  }

  /** The next line begins behind the next line feed, whatever this one holds. */
  @Override
  public boolean endAt(Item.Text malformed) {
    return false;
  }
}
