package io.delaygate.harness.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.logging.LogKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of log calls: each has a constant message and known keys, and logs no secret. */
class LogCallsTest {
  private static final RepositoryFiles FILES = RepositoryFiles.find();

  /** Keys that are set for each thread, and thus also for log lines of libraries. */
  private static final Set<LogKey> OF_CALLS = EnumSet.of(LogKey.REQUEST_ID, LogKey.TRACE_ID);

  private static final LogCalls CALLS =
      LogCalls.parse(
          FILES.endingWith(".java").stream()
              .filter(file -> !FILES.relative(file).startsWith("test-harness/"))
              .filter(file -> FILES.relative(file).contains("/src/main/java/"))
              .toList());

  @Test
  void everyCallHasAConstantMessageAndKnownKeys() {
    assertThat(CALLS.faults()).isEmpty();
  }

  @Test
  void everyKeyIsUsed() {
    var all = EnumSet.copyOf(CALLS.keys());
    all.addAll(OF_CALLS);

    assertThat(all).as("drop a key that no call has").containsExactly(LogKey.values());
  }

  @Test
  void noKeyIsForWhatMayNotBeLogged() {
    assertThat(Arrays.stream(LogKey.values()).map(LogKey::key))
        .doesNotHaveDuplicates()
        .allMatch(key -> key.matches("[a-z]+([A-Z][a-z]+)*"))
        .noneMatch(LogCalls::isSecret);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOG.info(\"a\")",
        "LOG.warn(\"a {}\", 1)",
        "LOG.atInfo().log(\"a {}\", 1)",
        "LOG.atInfo().log(\"a {}\")",
        "LOG.atInfo().log(\"a\\nb\")",
        "LOG.atInfo().log(\"a\" + one)",
        "LOG.atInfo().log(() -> \"a\")",
        "LOG.atInfo().log(TEMPLATE)",
        "LOG.atInfo().addKeyValue(\"topic\", 1).log(\"a\")",
        "LOG.atInfo().addKeyValue(LogKey.COLOUR.key(), 1).log(\"a\")",
        "LOG.atInfo().addKeyValue(LogKey.WHY.key(), record.value()).log(\"a\")",
        "LOG.atInfo().addKeyValue(LogKey.WHY.key(), record.key()).log(\"a\")",
        "LOG.atInfo().addKeyValue(LogKey.WHY.key(), job.id()).log(\"a\")",
        "LOG.atInfo().addKeyValue(LogKey.WHY.key(), bearerToken).log(\"a\")"
      })
  void aFaultyCallIsFound(String call, @TempDir Path folder) throws IOException {
    assertThat(faults(call, folder)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOG.atInfo().log(\"a\" + \"b\")",
        "LOG.atInfo().log(MESSAGE)",
        "LOG.atInfo().addKeyValue(LogKey.TOPIC.key(), record.topic()).setCause(e).log(\"a\")"
      })
  void aGoodCallIsNone(String call, @TempDir Path folder) throws IOException {
    assertThat(faults(call, folder)).isEmpty();
  }

  private static List<String> faults(String call, Path folder) throws IOException {
    var file =
        Files.writeString(
            folder.resolve("A.java"),
            "class A { String MESSAGE = \"a\", TEMPLATE = \"a {}\"; void a() { %s; } }"
                .formatted(call));
    return LogCalls.parse(List.of(file)).faults();
  }
}
