package io.delaygate.cli;

import picocli.CommandLine.Option;

/** Option {@code --limit}: the greatest number of listed entries. */
final class LimitOption {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many are listed at most; ${DEFAULT-VALUE} if not given")
  private long limit;

  long above0() {
    if (limit < 1) {
      throw new CliException(ExitStatus.USAGE, "--limit is " + limit + ": give 1 or more");
    }
    return limit;
  }
}
