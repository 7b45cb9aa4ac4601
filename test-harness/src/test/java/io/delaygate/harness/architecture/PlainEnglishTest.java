package io.delaygate.harness.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that turns of speech which readers had to read twice do not come back. */
class PlainEnglishTest {
  private static final Pattern RIDDLE =
      Pattern.compile("^(?:/\\*\\*| \\*) (?:What|Who|Whoever|How|Where|That|Those)\\b");

  private static final Pattern NOT_VALID =
      Pattern.compile(
          "\"[^\"]*\\b(?<!there )(?:is|are) (?:none of|no (?!longer|more))[^\"]*\"",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PERSON =
      Pattern.compile("(?<![\\w<])(?:he|his|him|himself)(?!\\w)", Pattern.CASE_INSENSITIVE);

  private static final RepositoryFiles FILES = RepositoryFiles.find();

  @Test
  void theFirstSentenceOfATypeOrPackageIsANoun() {
    assertThat(lines(code(), RIDDLE)).as("say what it is: a noun phrase").isEmpty();
  }

  @Test
  void textsSayIsNotValid() {
    assertThat(lines(mainCode(), NOT_VALID)).as("\"is not a valid …\", \"must be …\"").isEmpty();
  }

  @Test
  void programsAreNotPeople() {
    assertThat(lines(FILES.endingWith(".java", ".md").stream().filter(it -> !isThis(it)), PERSON))
        .as("a client, worker or job is \"it\", people are \"they\"")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"'soon' is no duration\"",
        "\"the value is none of a, b\"",
        "\"the tokens are no secret\"",
      })
  void badTextsAreFound(String line) {
    assertThat(NOT_VALID.matcher(line).find()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"it is no longer ready\"", "\"there is no option\"", "is no text of a user"})
  void goodTextsAreNot(String line) {
    assertThat(NOT_VALID.matcher(line).find()).isFalse();
  }

  private static boolean isThis(Path file) {
    return file.endsWith("PlainEnglishTest.java");
  }

  private static Stream<Path> code() {
    return FILES.endingWith(".java").stream();
  }

  private static Stream<Path> mainCode() {
    return code().filter(file -> FILES.relative(file).contains("src/main/"));
  }

  private static List<String> lines(Stream<Path> files, Pattern pattern) {
    List<String> found = new ArrayList<>();
    files.forEach(
        file ->
            RepositoryFiles.lines(file).stream()
                .filter(line -> pattern.matcher(line).find())
                .forEach(line -> found.add(FILES.relative(file) + ": " + line.strip())));
    return found;
  }
}
