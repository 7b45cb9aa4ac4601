package io.delaygate.cli;

/** Exception that ends a command; the message tells the operator the reason and what to do next. */
final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  CliException(ExitStatus status, String message) {
    super(message);
    this.status = status;
  }

  /** Wrong arguments. */
  static CliException usage(String message) {
    return new CliException(ExitStatus.USAGE, message);
  }

  /** The exit status of the process. */
  ExitStatus status() {
    return status;
  }
}
