package io.delaygate.harness.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test that log lines show readable text instead of the Java form of an object. */
class LoggedValuesTest {
  private static final RepositoryFiles FILES = RepositoryFiles.find();

  @Test
  void everyValueIsText() {
    var logging =
        FILES.endingWith(".java").stream()
            .filter(file -> FILES.relative(file).contains("/src/main/java/"))
            .filter(file -> RepositoryFiles.text(file).contains(".addKeyValue("))
            .toList();

    assertThat(logging).hasSizeGreaterThan(20);
    assertThat(LoggedValues.faults(logging)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new Pause(5, Long.MAX_VALUE)",
        "\"paused: \" + new Pause(5, 6)",
        "java.util.Map.of(\"orders\", 5)",
        "java.util.List.of(new Pause(5, 6))",
        "java.util.Optional.of(5)",
        "new int[] {5}",
        "nobodyKnows()",
        "(Object) 5"
      })
  void aJavaFormIsFound(String value, @TempDir Path folder) throws IOException {
    assertThat(LoggedValues.faults(java.util.List.of(file(value, folder)))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\" + 5 + (true ? \"b\" : \"c\")",
        "5L",
        "java.util.List.of(\"a\")",
        "java.nio.file.Path.of(\"a\")",
        "java.util.concurrent.TimeUnit.DAYS",
        "new org.apache.kafka.common.TopicPartition(\"orders\", 5)"
      })
  void aTextIsNone(String value, @TempDir Path folder) throws IOException {
    assertThat(LoggedValues.faults(java.util.List.of(file(value, folder)))).isEmpty();
  }

  private static Path file(String value, Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("A.java"),
        """
        class A {
          record Pause(long since, long until) {}
          void a(org.slf4j.Logger log) { log.atInfo().addKeyValue("why", %s).log("a"); }
        }
        """
            .formatted(value));
  }
}
