package io.delaygate.harness.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that wrong commands or outputs in a tutorial are found. */
class TutorialStepsTest {
  private final Path folder;

  TutorialStepsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource({"echo one two, one two", "echo one two, one …", "echo one two, … two", "true,''"})
  void aStepPrintsWhatIsWritten(String command, String output) {
    assertThatCode(() -> run(step("sh", command) + step("text", output)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "echo one two, one",
    "echo one two, two",
    "echo one two, one … three",
    "echo one; echo two, one",
    "false, …",
    "false | true, …",
    "echo $UNSET, …"
  })
  void aStepThatFailsOrPrintsSomethingElseIsFound(String command, String output) {
    assertThatThrownBy(() -> run(step("sh", command) + step("text", output)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void stepsShareAFolder() {
    assertThatCode(() -> run(step("sh", "echo 1 > a") + step("sh", "cat a") + step("text", "1")))
        .doesNotThrowAnyException();
  }

  @Test
  void aProgramInJavaIsRun() {
    var program =
        "public class A { public static void main(String[] a) { System.out.println(1); } }";

    assertThatCode(() -> run(step("java", program) + step("text", "1"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> run(step("java", program) + step("text", "2")))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void onlyCommandsThatAreNotMarkedAreRun() {
    var text = step("sh no-run", "false") + step("text", "x") + step("yaml", "a: 1");

    assertThat(TutorialSteps.of(text).steps()).isEmpty();
  }

  private void run(String text) throws Exception {
    TutorialSteps.of(text).run(folder, System.getProperty("java.class.path"));
  }

  private static String step(String language, String code) {
    return "\n```%s\n%s\n```\n".formatted(language, code);
  }
}
