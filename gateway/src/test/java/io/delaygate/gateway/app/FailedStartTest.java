package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.settings.GatewaySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests of failed starts with real Kafka clients: no thread and no port stays behind. */
@Timeout(120)
@Isolated("looks at all threads of the process")
class FailedStartTest {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  /** Threads of the test, and of Java's HTTP client, which end when it is garbage-collected. */
  private static final Pattern OTHERS = Pattern.compile("^(awaitility|junit|HttpClient)-");

  private final Path folder;
  private Set<Thread> before = Set.of();

  FailedStartTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void warmUp() throws IOException {
    try (var taken = taken()) {
      start(Map.of("http.port", port(taken))); // loads classes and starts threads that a JVM keeps
    }
    before = threads();
  }

  @Test
  void aPortThatIsTaken() throws IOException {
    try (var taken = taken()) {
      assertFails(Map.of("http.port", port(taken)));
    }
  }

  @Test
  void aPortThatIsTakenWhenTheFirstServesAlready() throws IOException {
    // Given
    var free = free();
    try (var taken = taken()) {

      // Then
      assertFails(Map.of("http.port", "" + free, "lmstfy.port", port(taken)));
    }
    try (var again = new ServerSocket(free, 1, InetAddress.getLoopbackAddress())) {
      assertThat(again.isBound()).isTrue();
    }
  }

  @Test
  void aPortOfHealthThatIsTaken() throws IOException {
    try (var taken = taken()) {
      assertFails(Map.of("http.port", "0", "management.port", port(taken)));
    }
  }

  @Test
  void tokensThatCannotBeUsed() throws IOException {
    assertFails(
        Map.of(
            "http.port",
            "0",
            "auth.tokens.file",
            Files.writeString(folder.resolve("tokens"), "nonsense").toString()));
  }

  @Test
  void aCertificateThatCannotBeUsedAfterTokensThatCan() throws IOException {
    var tokens = Files.writeString(folder.resolve("tokens"), "");
    var nonsense = Files.writeString(folder.resolve("pem"), "nonsense");

    assertFails(
        Map.of(
            "http.port",
            "0",
            "auth.tokens.file",
            tokens.toString(),
            "http.tls.certificate.file",
            nonsense.toString(),
            "http.tls.key.file",
            nonsense.toString()));
  }

  private void assertFails(Map<String, String> settings) {
    assertThatThrownBy(() -> launch(settings)).isInstanceOf(RuntimeException.class);
    Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(left()).isEmpty());
  }

  private static void start(Map<String, String> settings) {
    assertThatThrownBy(() -> launch(settings)).isInstanceOf(RuntimeException.class);
  }

  private static void launch(Map<String, String> more) {
    var settings = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:1"));
    settings.putAll(more);
    Gateway.start(GatewaySettings.check(settings), Clock.systemUTC(), System::nanoTime);
  }

  private Set<String> left() {
    return threads().stream()
        .filter(thread -> !before.contains(thread))
        .map(Thread::getName)
        .filter(name -> !OTHERS.matcher(name).find())
        .collect(Collectors.toSet());
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet();
  }

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static int free() throws IOException {
    try (var socket = taken()) {
      return socket.getLocalPort();
    }
  }

  private static String port(ServerSocket socket) {
    return Integer.toString(socket.getLocalPort());
  }
}
