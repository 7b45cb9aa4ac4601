package io.delaygate.harness.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** {@code JAVA_HOME} with a java of any version that prints some variables and its arguments. */
record FakeJava(Path home) {
  private static final String SCRIPT =
      """
      #!/bin/sh
      for last; do :; done
      if [ "$last" = -version ]; then
        echo 'Picked up JAVA_TOOL_OPTIONS: -Dnot.a.version=1' >&2
        echo 'openjdk version "%s" 2026-01-01' >&2
        [ ! -e "$0.refuses" ] || ! printf '%%s\\n' "$@" | grep -q -f "$0.refuses"
      else
        echo "DELAYGATE_CONFIG=${DELAYGATE_CONFIG:-} LC_ALL=${LC_ALL:-}"
        printf '%%s\\n' "$@"
      fi
      """;

  static FakeJava of(String version, Path directory) throws IOException {
    var home = directory.resolve("java-" + version);
    Files.createDirectories(home.resolve("bin"));
    script(home.resolve("bin/java"), SCRIPT.formatted(version));
    return new FakeJava(home);
  }

  /** Makes it end with an error if it is tried with such a flag. */
  void refuse(String flag) throws IOException {
    Files.writeString(home.resolve("bin/java.refuses"), flag);
  }

  /** Writes an executable file. */
  static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
