package io.delaygate.harness.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a tutorial, run in order in one folder: blocks of {@code sh} by bash, and blocks of
 * {@code java} compiled and run as a program. A block of {@code text} after one is its expected
 * output, with {@code …} for any text. A block marked {@code no-run} is skipped.
 */
record TutorialSteps(List<Step> steps) {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+)([^\\n]*)\\n(.*?)^```");
  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");
  private static final int STEP_SECONDS_MAX = 60;

  /** Log configuration that prints nothing, because readers of a tutorial have no logback. */
  private static final Path QUIET =
      Path.of("src", "test", "resources", "logback-quiet.xml").toAbsolutePath();

  /**
   * One command of a tutorial.
   *
   * @param output expected output; null if the tutorial has none
   */
  record Step(boolean isJava, String code, @Nullable String output) {}

  /** Reads a tutorial, whose addresses are already replaced. */
  static TutorialSteps of(String text) {
    List<Step> steps = new ArrayList<>();
    var isRun = false;
    for (var block : BLOCK.matcher(text).results().toList()) {
      var language = block.group(1);
      var isOutput = language.equals("text") && isRun;
      if (isOutput) {
        var last = steps.remove(steps.size() - 1);
        steps.add(new Step(last.isJava(), last.code(), block.group(3)));
      }
      isRun = List.of("sh", "java").contains(language) && !block.group(2).contains("no-run");
      if (isRun) {
        steps.add(new Step(language.equals("java"), block.group(3), null));
      }
    }
    return new TutorialSteps(List.copyOf(steps));
  }

  /** Runs all steps; each must succeed and print what the tutorial says. */
  void run(Path folder, String classPath) throws IOException, InterruptedException {
    for (var step : steps) {
      var said = said(command(step, folder, classPath), folder, step.code());
      if (step.output() != null) {
        assertThat(said.strip()).as(step.code()).matches(pattern(step.output().strip()));
      }
    }
  }

  private static List<String> command(Step step, Path folder, String classPath) throws IOException {
    if (!step.isJava()) {
      return List.of("bash", "-euo", "pipefail", "-c", step.code());
    }
    var name = CLASS.matcher(step.code());
    assertThat(name.find()).as("a public class in %s", step.code()).isTrue();
    var source = folder.resolve(name.group(1) + ".java");
    Files.writeString(source, step.code());
    // this command compiles and runs one file
    return List.of(
        "java", "-Dlogback.configurationFile=" + QUIET, "-cp", classPath, source.toString());
  }

  private static String said(List<String> command, Path folder, String code)
      throws IOException, InterruptedException {
    var output = Files.createTempFile(folder, "step", ".txt");
    var errors = Files.createTempFile(folder, "step", ".err");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    // Debian's Python finds Debian's packages
    builder.environment().merge("PATH", "/usr/bin", (path, debian) -> debian + ":" + path);
    var process = builder.start();
    var isOver = process.waitFor(STEP_SECONDS_MAX, TimeUnit.SECONDS);
    process.destroyForcibly();
    var said = Files.readString(output, UTF_8);
    assertThat(isOver && process.exitValue() == 0)
        .as("%s%nprinted %s%nand%n%s", code, said, Files.readString(errors, UTF_8))
        .isTrue();
    return said;
  }

  private static Pattern pattern(String output) {
    return Pattern.compile(
        Arrays.stream(output.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }
}
