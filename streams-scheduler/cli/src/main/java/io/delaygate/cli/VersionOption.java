package io.delaygate.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option {@code --if-version}: a condition on the version of a job. */
final class VersionOption {
  @Option(
      names = "--if-version",
      paramLabel = "N",
      description = "Only if the job still has this version, as 'delaygate get' shows it")
  private @Nullable Long version;

  boolean isGiven() {
    return version != null;
  }

  /** The condition as a header, name and value; empty without a condition. */
  String[] headers() {
    return version == null ? new String[0] : new String[] {"If-Match", "\"" + version + "\""};
  }
}
