package io.delaygate.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Rule for tests that need a Debian package: without it they are skipped, but fail in CI. */
public final class DebianPackage {
  private static final int SECONDS_MAX = 60;

  private DebianPackage() {}

  /** Skips the test, and names the package, if it is missing; fails if the variable CI is true. */
  public static void require(String name, boolean isThere) {
    var missing = "not installed: apt-get install " + name;
    if ("true".equals(System.getenv("CI"))) {
      assertThat(isThere).as(missing).isTrue();
    }
    Assumptions.assumeTrue(isThere, missing);
  }

  /** The same for a package that is present if a command succeeds. */
  public static void require(String name, String... command) {
    require(name, runs(command));
  }

  /** Whether a command exists and succeeds. */
  public static boolean runs(String... command) {
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      try {
        return process.waitFor(SECONDS_MAX, TimeUnit.SECONDS) && process.exitValue() == 0;
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException doesNotExist) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }
}
