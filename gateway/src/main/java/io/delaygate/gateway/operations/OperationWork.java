package io.delaygate.gateway.operations;

import io.delaygate.gateway.http.ProblemException;
import org.jspecify.annotations.Nullable;

/** Work of one kind of operation. Blocks. */
public interface OperationWork {
  /**
   * Number of jobs or commands that there are now.
   *
   * @return null when they cannot be counted without reading them
   * @throws ProblemException when nothing can be said now
   */
  @Nullable Long count(Task task) throws InterruptedException;

  /**
   * Does a part: some hundred jobs, with the progress recorded before a job is changed and after.
   *
   * @return why it does not go on now; null if it does, or is at the end
   * @throws ProblemException for the same reason
   */
  @Nullable String advance(Task task) throws InterruptedException;

  /** Operation that is run, and what its work may ask and tell. */
  interface Task {
    /** The operation as it was when its run began. */
    Operation operation();

    /** The request that began it. */
    OperationRequest request();

    /** The progress that was recorded last. */
    OperationProgress progress();

    /** Whether the work may begin further changes; cheap, to be asked before each. */
    boolean goesOn();

    /** Whether the work is given up for good, so that it does not wait for outcomes. */
    boolean isGivenUp();

    /**
     * Records progress, and waits until this gateway has read it: it is still the owner then.
     *
     * @throws LostException if it is not
     */
    void record(OperationProgress progress) throws InterruptedException;
  }

  /** Signal that another gateway has taken the operation over, or this one stops. */
  final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostException(String why) {
      super(why, null, false, false);
    }
  }
}
