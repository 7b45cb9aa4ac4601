package io.delaygate.gateway.operations;

/** State of an operation, as callers see it. */
public enum OperationState {
  /** No gateway runs it yet, or not any more: one takes it when there is room. */
  QUEUED,
  /** A gateway runs it. */
  RUNNING,
  /** A gateway is asked to pause it. */
  PAUSING,
  /** It waits until it is resumed or aborted. */
  PAUSED,
  /** A gateway is asked to abort it. */
  ABORTING,
  /** It ended before its work was done. */
  ABORTED,
  /** Its work is done. */
  DONE,
  /** It ended because of a failure that would come again. */
  FAILED;

  /** Whether nothing changes any more. */
  public boolean isEnd() {
    return compareTo(ABORTED) >= 0;
  }
}
