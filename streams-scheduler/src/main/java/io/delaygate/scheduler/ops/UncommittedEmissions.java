package io.delaygate.scheduler.ops;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Buffer of the due times of the jobs that a stream thread has emitted since its last commit. */
final class UncommittedEmissions {
  /**
   * Far more than a thread emits between two commits, 500 ms at most. Under at-least-once a thread
   * may commit less often; further jobs are not measured.
   */
  private static final int MAX = 1 << 16;

  private static final int FIRST = 1 << 8;

  private long[] dueMs = new long[FIRST];
  private int size;

  void add(long ms) {
    if (size == MAX) {
      return;
    }
    if (size == dueMs.length) {
      dueMs = Arrays.copyOf(dueMs, 2 * size);
    }
    dueMs[size++] = ms;
  }

  /** Passes each due time on, and clears the buffer. */
  void drain(LongConsumer each) {
    for (var i = 0; i < size; i++) {
      each.accept(dueMs[i]);
    }
    size = 0;
  }

  /** Clears the buffer after a roll-back. */
  void clear() {
    size = 0;
  }
}
