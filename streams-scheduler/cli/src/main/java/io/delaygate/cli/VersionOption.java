package io.delaygate.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A condition on a command about one job. */
final class VersionOption {
  @Option(
      names = "--if-version",
      paramLabel = "N",
      description = "Only if the job still has this version, as 'delaygate get' shows it")
  private @Nullable Long version;

  boolean isGiven() {
    return version != null;
  }

  /** As a header, name and value; none without a condition. */
  String[] headers() {
    return version == null ? new String[0] : new String[] {"If-Match", "\"" + version + "\""};
  }
}
