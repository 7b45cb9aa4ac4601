package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the patches of the mutations still apply. Running the mutations takes most of an hour,
 * and is not part of each build.
 */
class MutationsTest {
  private static final Path ROOT = Path.of("..");

  static List<Path> patches() throws IOException {
    try (var files = Files.list(ROOT.resolve("test-harness/mutations"))) {
      return files.filter(file -> file.toString().endsWith(".patch")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("patches")
  void appliesToTheCodeAsItIs(Path patch) throws IOException {
    for (var file : parts(Files.readString(patch), "(?m)^--- a/")) {
      var source = Files.readString(ROOT.resolve(file.lines().findFirst().orElseThrow()));
      var hunks = parts(file, "(?m)^@@.*\\n");
      assertThat(hunks).isNotEmpty().allSatisfy(hunk -> assertThat(source).contains(before(hunk)));
    }
  }

  /** The parts after each mark; the part before the first mark is not needed. */
  private static List<String> parts(String text, String mark) {
    return Pattern.compile(mark).splitAsStream(text).skip(1).toList();
  }

  private static String before(String hunk) {
    return hunk.lines()
        .filter(line -> line.startsWith(" ") || line.startsWith("-"))
        .map(line -> line.substring(1))
        .collect(Collectors.joining("\n"));
  }
}
