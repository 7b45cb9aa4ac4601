package io.delaygate.harness.chaos;

import java.io.IOException;

/** Programs of the operating system. */
final class Shell {
  private Shell() {}

  /** Whether the program exists and succeeds; its output is ignored. */
  static boolean run(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
