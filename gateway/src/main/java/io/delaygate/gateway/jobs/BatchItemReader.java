package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import org.jspecify.annotations.Nullable;

/** Takes a body apart, one item at a time. */
interface BatchItemReader {
  /**
   * The next item; null at the end.
   *
   * @throws ProblemException when nothing more can be made of the body
   */
  @Nullable BatchItem next();

  /**
   * Whether an item that is no job spoils those behind it: where one document holds all of them,
   * nobody knows where the next begins once it is malformed.
   */
  boolean endAt(BatchItem.Text malformed);
}
