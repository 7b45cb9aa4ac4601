package io.delaygate.harness.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests of all files: short methods, no sleeps, no unfinished work, plain white space. */
class TidyTest {
  private static final int FILE_LINES_MAX = 400;
  private static final int METHOD_LINES_MAX = 70; // one screen
  private static final int PARAMETERS_MAX = 5;

  private static final Set<String> TOP_LEVEL =
      Set.of(
          "README.md",
          "gateway",
          "streams-scheduler",
          "schemas",
          "helm",
          "test-harness",
          "pom.xml",
          "mvnw",
          "mvnw.cmd");

  private static final String[] OURS = {".java", ".md", ".xml", ".sh", ".ci/run"};

  // split, so that this file does not match
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(" + "FIX" + "ME|" + "TO" + "DO|" + "XX" + "X)\\b");
  private static final Pattern MERGE_CONFLICT = Pattern.compile("^(<{7}|>{7}) ");
  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w.}~-])/" + "(work|root|home)/");

  private static final RepositoryFiles FILES = RepositoryFiles.find();
  private static final JavaSources SOURCES = JavaSources.parse(FILES.endingWith(".java"));

  @Test
  void seesItself() {
    assertThat(FILES.all()).anyMatch(file -> file.endsWith("TidyTest.java"));
    assertThat(SOURCES.methods()).anyMatch(method -> method.name().equals("seesItself"));
  }

  @Test
  void javaFilesAreShort() {
    assertThat(FILES.endingWith(".java"))
        .filteredOn(file -> RepositoryFiles.lines(file).size() > FILE_LINES_MAX)
        .as("a file of more than %d lines holds two ideas: split it", FILE_LINES_MAX)
        .isEmpty();
  }

  @Test
  void methodsAreShort() {
    assertThat(SOURCES.methodsThat(method -> method.lines() > METHOD_LINES_MAX))
        .as("a method of more than %d lines is not seen at once: name its steps", METHOD_LINES_MAX)
        .isEmpty();
  }

  @Test
  void parametersAreFew() {
    assertThat(
            SOURCES.methodsThat(
                method -> !method.shapeIsGiven() && method.parameters() > PARAMETERS_MAX))
        .as("more than %d parameters: make a record of what belongs together", PARAMETERS_MAX)
        .isEmpty();
  }

  @Test
  void nothingSleeps() {
    assertThat(SOURCES.sleeps())
        .as("wait for a condition, with a limit: await(), a latch, a poll with a time-out")
        .isEmpty();
  }

  @Test
  void nothingIsLeftUnfinished() {
    assertThat(linesWith(UNFINISHED, FILES.endingWith(OURS))).as("finish it or drop it").isEmpty();
  }

  @Test
  void whiteSpaceIsPlain() {
    assertThat(linesWith(Pattern.compile("\t|\\s+$"), FILES.endingWith(OURS)))
        .as("no tabs, no white space at the end of a line")
        .isEmpty();
  }

  @Test
  void noMergeIsHalfDone() {
    assertThat(linesWith(MERGE_CONFLICT, FILES.textFiles())).as("resolve the conflict").isEmpty();
  }

  @Test
  void noPathOfOneMachine() {
    assertThat(linesWith(MACHINE_PATH, FILES.textFiles()))
        .as("a path that only one machine has: make it relative, or a setting")
        .isEmpty();
  }

  @Test
  void everyMainPackageSaysWhatItIs() {
    Set<Path> packages =
        FILES.endingWith(".java").stream()
            .filter(file -> FILES.relative(file).contains("/src/main/java/"))
            .map(Path::getParent)
            .collect(toCollection(TreeSet::new));
    assertThat(packages)
        .filteredOn(folder -> !Files.exists(folder.resolve("package-info.java")))
        .as("write a package-info.java: what comes in, what goes out, what always holds")
        .isEmpty();
  }

  @Test
  void topLevelShowsTheModulesOnly() {
    Set<String> names =
        FILES.all().stream()
            .map(file -> FILES.relative(file).replaceAll("/.*", ""))
            .filter(name -> !name.startsWith("."))
            .collect(toCollection(TreeSet::new));
    assertThat(names).isEqualTo(new TreeSet<>(TOP_LEVEL));
  }

  private static List<String> linesWith(Pattern pattern, List<Path> files) {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      List<String> lines = RepositoryFiles.lines(file);
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          found.add(FILES.relative(file) + ":" + (i + 1) + ": " + lines.get(i).strip());
        }
      }
    }
    return found;
  }
}
