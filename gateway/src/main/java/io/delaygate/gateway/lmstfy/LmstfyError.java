package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import org.eclipse.jetty.http.HttpStatus;

/** Errors with the exact texts that lmstfy sends to its clients. */
final class LmstfyError {
  private LmstfyError() {}

  /** Returns an exception that ends the call with 400 and that text. */
  static ProblemException invalid(String words) {
    return of(HttpStatus.BAD_REQUEST_400, words);
  }

  /**
   * Returns an exception that ends the call with that text; {@link LmstfyProblems} keeps it as it
   * is.
   */
  static ProblemException of(int status, String words) {
    return new ProblemException(
        Problem.withStatus(status, ReasonCode.PARAMETER_INVALID, null, words));
  }
}
