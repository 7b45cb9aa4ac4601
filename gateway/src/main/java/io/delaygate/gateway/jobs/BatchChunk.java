package io.delaygate.gateway.jobs;

import java.util.ArrayList;
import java.util.List;

/**
 * Batch items that were read and not yet sent, so that the brokers are asked about their targets at
 * once. Belongs to the thread of the call.
 */
final class BatchChunk {
  /** As many as one request to the brokers has topic names. */
  private static final int ITEMS = 1_000;

  /** Bounds the memory of 16 calls at a time; an item above it goes alone. */
  private static final int BYTES = 256 << 10;

  private final BatchItemSender send;
  private final BatchItemReader items;
  private final BatchItemSender.Call call;
  private final List<BatchItemSender.Read> read = new ArrayList<>();
  private int bytes;

  BatchChunk(BatchItemSender send, BatchItemReader items, BatchItemSender.Call call) {
    this.send = send;
    this.items = items;
    this.call = call;
  }

  int size() {
    return read.size();
  }

  /** Adds an item; sends all when the chunk is full. */
  void add(BatchItem item) {
    read.add(send.read(item, call));
    bytes += item instanceof BatchItem.Text text ? text.bytes() : 0;
    if (read.size() == ITEMS || bytes >= BYTES) {
      flush();
    }
  }

  /** Sends what was read, in order, unless the call ends before. */
  void flush() {
    if (read.isEmpty()) {
      return;
    }
    var all = List.copyOf(read);
    read.clear();
    bytes = 0;
    send.lookUp(all, call);
    for (var each : all) {
      if (call.results().end() != null) {
        return;
      }
      send.send(items, each, call);
    }
  }
}
