package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests with slow connections of all kinds, as many as {@code -Dslow.connections} says: probes are
 * answered within a second, and callers with a token are served.
 */
@Tag("slow")
@Timeout(300)
@Isolated("takes thousands of connections, and still wants quick answers")
class SlowConnectionsTest {
  private static final int COUNT = Integer.getInteger("slow.connections", 400);

  /** Longer than the limit of slow calls, so that the first ones are ended and connect again. */
  private static final Duration TRIAL = Duration.ofSeconds(COUNT > 1_000 ? 40 : 14);

  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";
  private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";

  /** The hash of "test". */
  private static final String HASH =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private static final String TOKEN = "Authorization: Bearer test\r\n";

  /** Start of a TLS record with a client hello. */
  private static final String HELLO = "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc";

  private final Path folder;

  SlowConnectionsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** With a connection limit of twice and of half their number. */
  @ParameterizedTest
  @ValueSource(doubles = {2, 0.5})
  void probesAndCallersAreServed(double room) throws Exception {
    // Given
    try (var gateway = start(room)) {
      var own = gateway.gateway.port();
      var lmstfy = gateway.gateway.lmstfyPort().orElseThrow();
      var management = gateway.gateway.managementPort().orElseThrow();
      var json = TOKEN + "Content-Type: application/json\r\n";
      var stays =
          List.of(
              own + " ",
              own + " GET /v1/jobs HTTP/1.1\r\nX: ",
              own + " POST /v1/jobs" + HOST + json + "Content-Length: 9999\r\n\r\n{",
              lmstfy + " PUT /api/default/q HTTP/1.1\r\nX: ",
              lmstfy + " PUT /api/default/q?token=test" + HOST + "Content-Length: 9999\r\n\r\n{");
      // most of these are refused at once, because there are so many
      var refused =
          List.of(
              own + " POST /v1/jobs" + HOST + json + "Content-Length: 99999\r\n\r\n{",
              own + " POST /v1/jobs" + HOST + json + "Transfer-Encoding: chunked\r\n\r\n",
              own + " POST /v1/jobs" + HOST + json + "Content-Length: 9999999\r\n\r\n{",
              lmstfy + " PUT /api/default/q?token=test" + HOST + "Content-Length: 99999\r\n\r\n{",
              management + " GET /healthz HTTP/1.1\r\nX: ");
      var kinds = new ArrayList<>(refused);
      Collections.nCopies(8, stays).forEach(kinds::addAll);
      var probe = new TimedCall(management, "GET /healthz" + HOST + "\r\n", 200);
      var job = "Content-Length: %d\r\n\r\n%s".formatted(JOB.length(), JOB);
      var call = new TimedCall(own, "POST /v1/jobs" + HOST + json + job, 201);
      warmUp(probe, call);
      try (var clients = SlowClients.start(COUNT, kinds)) {
        assertServed("room for " + (int) (COUNT * room), clients, probe, call);
      }
    }
  }

  private TestGateway start(double room, String... more) throws IOException {
    var tokens = Files.writeString(folder.resolve("tokens"), "caller write " + HASH + "\n");
    var settings =
        new ArrayList<>(
            List.of(
                "auth.tokens.file",
                tokens.toString(),
                "http.max.connections",
                Integer.toString((int) (COUNT * room)),
                "lmstfy.port",
                "0",
                "management.port",
                "0"));
    settings.addAll(List.of(more));
    return TestGateway.start(settings.toArray(String[]::new));
  }

  /** Clients that do not finish the TLS handshake, and others that send nothing. */
  @Test
  void tlsThatIsNotFinishedHoldsUpNobody() throws Exception {
    // Given
    var certificate = Certificate.make(folder, "EC");
    var file = folder.resolve("tls.crt");
    var key = folder.resolve("tls.key");
    certificate.write(file, key);
    try (var gateway =
        start(0.5, "http.tls.certificate.file", file.toString(), "http.tls.key.file", "" + key)) {
      var own = gateway.gateway.port();
      var management = gateway.gateway.managementPort().orElseThrow();
      var kinds = new ArrayList<>(List.of(management + " " + HELLO));
      Collections.nCopies(10, List.of(own + " " + HELLO, own + " ")).forEach(kinds::addAll);
      var sockets = certificate.trust().getSocketFactory();
      var probe =
          new TimedCall(management, "GET /healthz" + HOST + "\r\n", 200, sockets::createSocket);
      var call =
          new TimedCall(own, "GET /v1/me" + HOST + TOKEN + "\r\n", 200, sockets::createSocket);
      warmUp(probe, call);
      try (var clients = SlowClients.start(COUNT, kinds)) {
        assertServed("TLS, room for half", clients, probe, call);
      }
    }
  }

  /** Makes the first calls, which are slower than later ones. */
  private static void warmUp(TimedCall... calls) throws IOException {
    for (var call : calls) {
      assertThat(call.tookMs()).isNotNegative();
    }
  }

  /** Connects to a port. */
  private interface Connect {
    Socket to(InetAddress address, int port) throws IOException;
  }

  /** Call on a new connection. */
  private record TimedCall(int port, String call, int status, Connect connect) {
    TimedCall(int port, String call, int status) {
      this(port, call, status, Socket::new);
    }

    /** Duration of the call, ms. */
    long tookMs() throws IOException {
      var begunAt = System.nanoTime();
      try (var socket = connect.to(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(call.getBytes(US_ASCII));
        assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(status);
      }
      return (System.nanoTime() - begunAt) / 1_000_000;
    }
  }

  private static void assertServed(
      String trial, SlowClients clients, TimedCall probe, TimedCall call) throws Exception {
    clients.awaitOpen();
    var probesMs = new ArrayList<Long>();
    var callsMs = new ArrayList<Long>();
    var endsAt = System.nanoTime() + TRIAL.toNanos();
    while (System.nanoTime() - endsAt < 0) {
      probesMs.add(probe.tookMs());
      callsMs.add(call.tookMs());
    }
    System.out.printf(
        "%d slow connections, %s: %d probes, p99 %d ms, longest %d ms; %d calls, p99 %d ms,"
            + " longest %d ms; clients: %s%n",
        COUNT,
        trial,
        probesMs.size(),
        p99(probesMs),
        longest(probesMs),
        callsMs.size(),
        p99(callsMs),
        longest(callsMs),
        clients.told());
    assertThat(longest(probesMs)).isLessThan(1_000);
    assertThat(longest(callsMs)).isLessThan(5_000);
  }

  private static long p99(List<Long> all) {
    return all.stream().sorted().skip((all.size() - 1) * 99L / 100).findFirst().orElse(0L);
  }

  private static long longest(List<Long> all) {
    return all.stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
