package io.delaygate.harness.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.process.GatewayChildMain;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of listing rejected commands without reachable brokers: it logs nothing. A Kafka client that
 * was opened for each listing logged two lines per connection attempt, about 16 per listing and
 * broker.
 */
@Timeout(120)
class LooksWithoutBrokersTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String LOOK = "look-4711";

  @Test
  void logNothing(@TempDir Path folder) throws Exception {
    // Given
    var log = new LogFile(folder.resolve("output.log"));
    var command =
        JavaCommand.of(GatewayChildMain.class, log.file())
            .withJvmFlags(LogFile.flags("gateway", "json", "INFO"))
            .withArguments(List.of("--bootstrap.servers=127.0.0.1:1", "--http.port=0"));

    // When
    try (var gateway = JavaProcess.start(command)) {
      Awaitility.await().atMost(LIMIT).until(() -> gateway.outputTail().contains("\"Serving\""));
      var answer = look(port(log));
      gateway.terminate();
      gateway.awaitExit(LIMIT);

      // Then
      assertThat(answer).contains("QUERY_UNAVAILABLE");
    }
    assertThat(log.events())
        .filteredOn(event -> LogFile.value(event, "requestId").equals(LOOK))
        .isEmpty();
  }

  private static int port(LogFile log) {
    return log.events().stream()
        .filter(event -> LogFile.message(event).equals("Serving"))
        .mapToInt(event -> Integer.parseInt(LogFile.value(event, "port")))
        .findFirst()
        .orElseThrow();
  }

  private static String look(int port) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + port + "/v1/dead-letters?kind=rejected");
    var request = HttpRequest.newBuilder(uri).header("X-Request-Id", LOOK).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
