package io.delaygate.harness.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.dev.DevStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each command of the tutorials works on a development stack, and prints what they say. */
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TutorialsTest {
  private static final String CLASS_PATH =
      Objects.requireNonNull(
          System.getProperty("runtime.class.path"), "this test is run by Maven, which knows it");
  private static final Path ROOT = Path.of("..");

  private final int port = FreePorts.chooseRow(6);
  private final JavaProcess stack;

  TutorialsTest(@TempDir Path dir) {
    stack =
        JavaProcess.start(
            JavaCommand.of(DevStack.class, dir.resolve("output"))
                .withClassPath(CLASS_PATH)
                .withJvmFlags("-Xmx512m", "-Dlogback.configurationFile=logback-dev.xml")
                .withArguments(
                    List.of(
                        "--kafka.port=" + port,
                        "--http.port=" + (port + 1),
                        "--lmstfy.port=" + (port + 4),
                        "--data.dir=" + dir.resolve("data"))));
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
  @ValueSource(
      strings = {
        "schemas/docs/tutorials/first-delayed-message.md",
        "schemas/docs/tutorials/close-unpaid-orders.md",
        "schemas/docs/tutorials/retry-with-backoff.md",
        "gateway/docs/tutorials/workers-over-http.md",
        "streams-scheduler/docs/tutorials/why-is-my-message-late.md",
      })
  void everyStepWorksAsWritten(String document, @TempDir Path folder)
      throws IOException, InterruptedException {
    // Given
    assumeRuns("kcat, curl and python3-confluent-kafka", "kcat -V; curl -V");
    assumeRuns("python3-confluent-kafka", "/usr/bin/python3 -c 'import confluent_kafka'");
    var tutorial = TutorialSteps.of(atHere(Files.readString(ROOT.resolve(document))));

    // Then
    assertThat(tutorial.steps()).hasSizeGreaterThan(2);
    tutorial.run(folder, CLASS_PATH);
  }

  private String atHere(String text) {
    return text.replaceAll("(localhost|127\\.0\\.0\\.1):9092", "127.0.0.1:" + port)
        .replaceAll("(localhost|127\\.0\\.0\\.1):8080", "127.0.0.1:" + (port + 1))
        .replaceAll("(localhost|127\\.0\\.0\\.1):8081", "127.0.0.1:" + (port + 2));
  }

  private static void assumeRuns(String packages, String command) throws InterruptedException {
    var runs = false;
    try {
      var process = new ProcessBuilder("bash", "-ec", command + " >/dev/null 2>&1").start();
      runs = process.waitFor() == 0;
    } catch (IOException noShell) {
      // runs stays false
    }
    if (System.getenv("CI") == null) {
      Assumptions.assumeTrue(runs, "skipped: not installed (Debian): " + packages);
    }
    assertThat(runs).as("installed (Debian): %s", packages).isTrue();
  }
}
