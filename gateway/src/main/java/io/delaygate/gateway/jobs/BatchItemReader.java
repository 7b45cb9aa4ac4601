package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import org.jspecify.annotations.Nullable;

/** Reader of the items of a batch body, one at a time. */
interface BatchItemReader {
  /**
   * The next item; null at the end.
   *
   * @throws ProblemException when the rest of the body cannot be read
   */
  @Nullable BatchItem next();

  /**
   * Whether an item that is not a job ends the batch: where one document holds all items, it is
   * unknown where the next one begins after a malformed one.
   */
  boolean endAt(BatchItem.Text malformed);
}
