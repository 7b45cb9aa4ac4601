package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests with more slow clients than connections: probes and callers are still served. */
@Timeout(120)
class LockOutTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";
  private static final int CONNECTIONS = 60;
  private static final int SLOW = 300;

  private final TestGateway gateway =
      TestGateway.start("http.max.connections", Integer.toString(CONNECTIONS), "lmstfy.port", "0");
  private final List<Socket> sockets = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  @AfterEach
  void stop() throws IOException {
    timer.shutdownNow();
    for (var socket : sockets) {
      socket.close();
    }
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "own,    ''",
    "own,    'GET /healthz HTTP/1.1\r\nX: '",
    "own,    'POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n'",
    "lmstfy, 'PUT /api/default/q HTTP/1.1\r\nX: '",
    "lmstfy, 'PUT /api/default/q HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n'",
  })
  void slowClientsOfAnyKindLeaveRoom(String door, String begin) throws IOException {
    // Given
    var port =
        door.equals("own") ? gateway.gateway.port() : gateway.gateway.lmstfyPort().orElseThrow();
    trickle(port, begin, SLOW);

    // Then
    for (var i = 0; i < 10; i++) {
      assertServes(port);
    }
  }

  /** All at once, because each takes some seconds. */
  @Test
  void slowClientsAreEnded() throws IOException {
    for (var port : List.of(gateway.gateway.port(), gateway.gateway.lmstfyPort().orElseThrow())) {
      trickle(port, "", 5);
      trickle(port, "GET /healthz HTTP/1.1\r\nX: ", 5);
      trickle(
          port,
          "PUT /api/default/q HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n",
          5);
    }
    await().atMost(60, TimeUnit.SECONDS).until(() -> sockets.stream().allMatch(Socket::isClosed));
  }

  /** Starts clients that send this, and then a byte from time to time. */
  private void trickle(int port, String begin, int clients) throws IOException {
    for (var i = 0; i < clients; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      socket.getOutputStream().write(begin.getBytes(US_ASCII));
    }
    var all = List.copyOf(sockets);
    var unused =
        timer.scheduleWithFixedDelay(
            () -> all.forEach(LockOutTest::trickle), 0, 100, TimeUnit.MILLISECONDS);
  }

  @Test
  void callersWhoWaitForAnswersLeaveRoomForProbes() throws Exception {
    // Given
    gateway.publisher.holds = true;
    for (var i = 0; i < 3 * CONNECTIONS; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port());
      sockets.add(socket);
      var call =
          "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(JOB.length(), JOB);
      socket.getOutputStream().write(call.getBytes(US_ASCII));
    }
    for (var i = 0; i < CONNECTIONS; i++) {
      assertThat(gateway.publisher.nextWaiting()).isNotNull();
    }

    // Then
    for (var i = 0; i < 10; i++) {
      assertThat(statusOf(gateway.gateway.port(), "GET /healthz")).isEqualTo(200);
    }
    for (var socket : sockets) {
      if (socket.getInputStream().available() > 0) {
        socket.setSoTimeout(10_000); // a refused call frees its connection
        assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
            .startsWith("HTTP/1.1 503")
            .contains("OVERLOADED");
      }
    }
  }

  private void assertServes(int port) throws IOException {
    assertThat(statusOf(gateway.gateway.port(), "GET /healthz")).isEqualTo(200);
    assertThat(statusOf(gateway.gateway.port(), "GET /metrics")).isEqualTo(200);
    assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
    assertThat(statusOf(port, "GET /no/such/path")).isEqualTo(404);
  }

  private static int statusOf(int port, String call) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write(
              (call + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                  .getBytes(US_ASCII));
      return RawHttp.read(socket.getInputStream()).status();
    }
  }

  /** Sends one byte more; closes the socket when the gateway has closed the connection. */
  private static void trickle(Socket socket) {
    try {
      if (!socket.isClosed()) {
        socket.getOutputStream().write('x');
      }
    } catch (IOException closed) {
      try {
        socket.close();
      } catch (IOException already) {
        // already closed
      }
    }
  }
}
