package io.delaygate.harness.chart;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prometheus' own judge of rules. */
final class Promtool {
  static final String MISSING = "promtool, of Debian's package prometheus, is not installed";

  private Promtool() {}

  static boolean isThere() throws InterruptedException {
    try {
      return new ProcessBuilder("promtool", "--version")
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  /** What it finds fault with; empty when nothing. */
  static String run(Path folder, String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : said;
  }
}
