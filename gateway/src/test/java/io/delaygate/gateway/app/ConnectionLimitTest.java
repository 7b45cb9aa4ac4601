package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.publish.PublishResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the connection limit: one more is served when another one is closed or idle. */
@Timeout(60)
class ConnectionLimitTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  private final TestGateway gateway = TestGateway.start("http.max.connections", "3");
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
    gateway.close();
  }

  @Test
  void oneMoreIsServedWhenAnotherIsClosed() throws Exception {
    // Given: callers whose answers are delayed
    gateway.publisher.holds = true;
    var waiting = new ArrayList<Socket>();
    var unanswered = new ArrayList<CompletableFuture<PublishResult>>();
    for (var i = 0; i < 3; i++) {
      waiting.add(call(JOB));
      unanswered.add(gateway.publisher.nextWaiting());
    }
    gateway.publisher.holds = false;

    // When
    var fourth = call(JOB);
    var whileFull = isAnswered(fourth, 3_000);
    unanswered.forEach(one -> one.complete(gateway.publisher.stored(0)));

    // Then: waiting calls are not cut off, though they last longer than the idle time-out
    assertThat(whileFull).isFalse();
    for (var one : waiting) {
      assertThat(RawHttp.read(one.getInputStream()).status()).isEqualTo(201);
    }
    assertThat(isAnswered(fourth, 10_000)).isTrue();
  }

  @Test
  void theIdleMakeRoom() throws IOException {
    // Given
    for (var i = 0; i < 3; i++) {
      assertThat(isAnswered(call(JOB), 10_000)).isTrue();
    }

    // Then
    assertThat(isAnswered(call(JOB), 10_000)).isTrue();
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port());
    sockets.add(socket);
    return socket;
  }

  private Socket call(String body) throws IOException {
    var socket = connect();
    var call =
        "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(body.length(), body);
    socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static boolean isAnswered(Socket socket, int withinMs) throws IOException {
    socket.setSoTimeout(withinMs);
    try {
      return RawHttp.read(socket.getInputStream()).status() == 201;
    } catch (SocketTimeoutException silent) {
      return false;
    }
  }
}
