package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of callers that send the beginning of a body and then nothing for a long time. */
@Timeout(120)
class SlowClientsTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  /** More clients than threads. */
  private static final int SLOW = 300;

  /** Limit of large bodies that are read at a time. */
  private static final int SENDING = 64;

  /** Larger than the bodies that are read without a thread. */
  private static final int LARGE = 20_000;

  @Test
  void thoseWithSmallBodiesHoldNoThread() throws IOException {
    try (var gateway = TestGateway.start()) {
      // Given
      var slow = begin(gateway, JOB.length());

      // Then
      assertServes(gateway);
      assertThat(answered(slow)).isEmpty();
      for (var one : slow) {
        assertThat(end(one, JOB.length())).isEqualTo(201);
      }
    }
  }

  @Test
  void thoseWithLargeBodiesHoldFewThreads() throws IOException {
    try (var gateway = TestGateway.start()) {
      // Given
      var slow = begin(gateway, LARGE);

      // When
      Awaitility.await()
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> answered(slow).size() == SLOW - SENDING);

      // Then
      assertServes(gateway);
      for (var refused : answered(slow)) {
        var answer = RawHttp.read(refused.getInputStream());
        ProblemAssert.assertProblem(answer.body(), 503, ReasonCode.OVERLOADED);
        assertThat(answer.header("retry-after")).isEqualTo("1");
        slow.remove(refused);
      }
      for (var one : slow) {
        assertThat(end(one, LARGE)).isEqualTo(201);
      }
      assertThat(end(begin(gateway, LARGE, 1).get(0), LARGE)).isEqualTo(201);
    }
  }

  private static void assertServes(TestGateway gateway) {
    assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
    assertThat(gateway.send("GET", "/healthz").statusCode()).isEqualTo(200);
  }

  private static List<Socket> begin(TestGateway gateway, int length) throws IOException {
    return begin(gateway, length, SLOW);
  }

  /** Sends the head of calls, and the first byte of their bodies. */
  private static List<Socket> begin(TestGateway gateway, int length, int count) throws IOException {
    var head =
        "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: %d\r\n\r\n{".formatted(length);
    var sockets = new ArrayList<Socket>();
    for (var i = 0; i < count; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port());
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      sockets.add(socket);
    }
    return sockets;
  }

  /** Sends the rest of the body; returns the status of the answer. */
  private static int end(Socket socket, int length) throws IOException {
    var rest = JOB.substring(1) + " ".repeat(length - JOB.length());
    socket.getOutputStream().write(rest.getBytes(StandardCharsets.US_ASCII));
    return RawHttp.read(socket.getInputStream()).status();
  }

  private static List<Socket> answered(List<Socket> sockets) throws IOException {
    var answered = new ArrayList<Socket>();
    for (var socket : sockets) {
      if (socket.getInputStream().available() > 0) {
        answered.add(socket);
      }
    }
    return answered;
  }
}
