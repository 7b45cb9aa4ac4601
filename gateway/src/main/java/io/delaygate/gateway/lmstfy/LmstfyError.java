package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import org.eclipse.jetty.http.HttpStatus;

/** What clients of lmstfy are refused with, word for word. */
final class LmstfyError {
  private LmstfyError() {}

  /** Ends the call with 400 and those words. */
  static ProblemException invalid(String words) {
    return of(HttpStatus.BAD_REQUEST_400, words);
  }

  /** Ends the call with those words; {@link LmstfyProblems} leaves them as they are. */
  static ProblemException of(int status, String words) {
    return new ProblemException(
        Problem.withStatus(status, ReasonCode.PARAMETER_INVALID, null, words));
  }
}
