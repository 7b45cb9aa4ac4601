package io.delaygate.harness.chart;

import io.delaygate.harness.process.DebianPackage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prometheus' own check of rules. */
final class Promtool {
  private Promtool() {}

  /** Skips the test if promtool is missing; fails in CI. */
  static void assumeInstalled() {
    DebianPackage.require("prometheus", "promtool", "--version");
  }

  /** The faults that it finds; empty if there are none. */
  static String run(Path folder, String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : said;
  }
}
