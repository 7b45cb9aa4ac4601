package io.delaygate.harness.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.dev.DevStackCommand;
import io.delaygate.harness.process.DebianPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each command of the tutorials works on a development stack, with the given output. */
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TutorialsTest {
  private static final Path ROOT = Path.of("..");

  /** First of six ports of the stack, and one of the receiver of a tutorial. */
  private final int port = FreePorts.chooseRow(7);

  private final JavaProcess stack;

  TutorialsTest(@TempDir Path dir) {
    stack = JavaProcess.start(DevStackCommand.of(dir, port));
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> assertThat(stack.output()).content().contains("value=hello from HTTP"));
  }

  @AfterAll
  void stop() {
    stack.close();
  }

  @ParameterizedTest
  @MethodSource("tutorials")
  void everyStepWorksAsWritten(Path document, @TempDir Path folder)
      throws IOException, InterruptedException {
    // Given
    DebianPackage.require("kcat", "kcat", "-V");
    DebianPackage.require("curl", "curl", "--version");
    DebianPackage.require(
        "python3-confluent-kafka", "/usr/bin/python3", "-c", "import confluent_kafka");
    var tutorial = TutorialSteps.of(atHere(Files.readString(document)));

    // Then
    assertThat(tutorial.steps()).hasSizeGreaterThan(2);
    tutorial.run(folder, DevStackCommand.CLASS_PATH);
  }

  static List<Path> tutorials() throws IOException {
    List<Path> tutorials = new ArrayList<>();
    for (var module : List.of("schemas", "gateway", "streams-scheduler")) {
      try (var files = Files.list(ROOT.resolve(module).resolve("docs/tutorials"))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(tutorials::add);
      }
    }
    return tutorials;
  }

  private String atHere(String text) {
    return text.replaceAll("(localhost|127\\.0\\.0\\.1):9092", "127.0.0.1:" + port)
        .replaceAll("(localhost|127\\.0\\.0\\.1):8080", "127.0.0.1:" + (port + 1))
        .replaceAll("(localhost|127\\.0\\.0\\.1):8081", "127.0.0.1:" + (port + 2))
        .replaceAll("(localhost|127\\.0\\.0\\.1):9000", "127.0.0.1:" + (port + 6))
        .replace("(\"127.0.0.1\", 9000)", "(\"127.0.0.1\", " + (port + 6) + ")");
  }
}
