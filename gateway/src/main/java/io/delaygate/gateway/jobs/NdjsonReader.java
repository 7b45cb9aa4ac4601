package io.delaygate.gateway.jobs;

import org.jspecify.annotations.Nullable;

/**
 * Reader of a batch in newline-delimited JSON: each line is an item, and blank lines are skipped.
 */
record NdjsonReader(StreamedBody upload, int maxBytes) implements BatchItem.Reader {
  @Override
  public @Nullable BatchItem next() {
    while (true) {
      var line = new BatchItem.Bytes(upload, maxBytes);
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
  public boolean endAt(BatchItem.Text malformed) {
    return false;
  }
}
