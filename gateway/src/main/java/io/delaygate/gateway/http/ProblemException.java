package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * Exception that ends a call with a problem. It has no stack trace, so that a flood of bad calls
 * costs no more than good ones.
 */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /** Ends the call with this problem. */
  public ProblemException(Problem problem) {
    super(null, null, false, false);
    this.problem = problem;
  }

  /** Ends the call; no single field is the cause. */
  public ProblemException(ReasonCode reason, String detail) {
    this(Problem.of(reason, detail));
  }

  /** Ends the call because of one field. */
  public static ProblemException at(@Nullable String field, ReasonCode reason, String detail) {
    return new ProblemException(Problem.of(reason, field, detail));
  }

  /** The problem to answer with. */
  public Problem problem() {
    return problem;
  }
}
