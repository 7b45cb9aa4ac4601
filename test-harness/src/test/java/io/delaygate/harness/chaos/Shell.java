package io.delaygate.harness.chaos;

import java.io.IOException;

/** Programs of the machine. */
final class Shell {
  private Shell() {}

  /** Whether the program is there and succeeds; its output is nobody's business. */
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
