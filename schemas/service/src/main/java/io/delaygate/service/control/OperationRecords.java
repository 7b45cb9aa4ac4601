package io.delaygate.service.control;

import io.delaygate.service.control.ControlKey.OfOperation;
import org.jspecify.annotations.Nullable;

/**
 * Receiver of the records about operations, in the order of the topic. The thread that reads calls
 * it, so it must not block.
 */
public interface OperationRecords {
  /** Receiver for readers that operations do not concern, such as schedulers. */
  OperationRecords NONE =
      new OperationRecords() {
        @Override
        public void restart() {}

        @Override
        public void take(OfOperation key, byte @Nullable [] value) {}

        @Override
        public void upToDate() {}
      };

  /** The topic is read from its beginning, again after a failure. */
  void restart();

  /**
   * Takes a record.
   *
   * @param value null when the note was taken back
   * @throws IllegalArgumentException if the value cannot be read, with the reason
   */
  void take(OfOperation key, byte @Nullable [] value);

  /** All records that were there have been taken; called after each poll from then on. */
  void upToDate();
}
