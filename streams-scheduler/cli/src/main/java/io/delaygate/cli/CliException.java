package io.delaygate.cli;

/** Ends a command; the message tells the operator why, and what to do next. */
final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  CliException(ExitStatus status, String message) {
    super(message);
    this.status = status;
  }

  /** What the process ends with. */
  ExitStatus status() {
    return status;
  }
}
