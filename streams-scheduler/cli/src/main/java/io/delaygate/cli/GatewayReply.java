package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Reply of a gateway.
 *
 * @param status the HTTP status
 * @param json the body
 */
record GatewayReply(int status, ObjectNode json) {
  /** The reason code of a problem; empty if it is not a problem. */
  String reason() {
    return json.path("reason").asText();
  }

  private boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /** The body of a successful reply; other replies throw a {@link CliException}. */
  ObjectNode orThrow() {
    if (isSuccess()) {
      return json;
    }
    throw new CliException(verdict(status, reason()), said(json));
  }

  /** The exit status for an HTTP status of a call or of one of its items. */
  static ExitStatus verdict(int status, String reason) {
    return switch (status) {
      // other reasons: the path is unknown to this server or version
      case 404 -> reason.equals("JOB_NOT_FOUND") ? ExitStatus.NO : ExitStatus.UNAVAILABLE;
      case 409, 412, 422 -> ExitStatus.NO;
      case 401, 403, 405, 429 -> ExitStatus.UNAVAILABLE;
      default -> status >= 400 && status < 500 ? ExitStatus.USAGE : ExitStatus.UNAVAILABLE;
    };
  }

  /** The problem in one sentence, with its code and what to do next. */
  static String said(ObjectNode problem) {
    var reason = problem.path("reason").asText();
    var field = problem.path("field").asText();
    return problem.path("detail").asText()
        + (field.isEmpty() ? "" : ", at " + field)
        + " ("
        + reason
        + ")"
        + next(reason);
  }

  private static String next(String reason) {
    return switch (reason) {
      case "TOKEN_MISSING" -> "\nGive one by --token-file or DELAYGATE_TOKEN_FILE.";
      case "TOKEN_INVALID" -> "\nLook at the file that --token-file or DELAYGATE_TOKEN_FILE names.";
      case "NO_ANSWER" -> "\nLook at the job with 'delaygate get' before you repeat anything.";
      case "TARGET_UNCHECKED" -> "\nTry again in a second.";
      case "OVERLOADED", "UNAVAILABLE", "QUERY_UNAVAILABLE" ->
          "\nTry again; the gateway's /readyz says what it misses.";
      default -> "";
    };
  }
}
