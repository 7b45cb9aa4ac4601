package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of large bodies, slower and faster than the minimum upload rate. */
@Tag("slow")
@Timeout(180)
class SlowBodiesTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  /** Larger than the bodies that are read without a thread. */
  private static final String LARGE = "Content-Length: 20000\r\n\r\n{";

  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n";
  private static final String NATIVE =
      "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  private static final String BATCH =
      "POST /v1/jobs/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n";

  private final TestGateway gateway =
      TestGateway.start("lmstfy.port", "0", "lmstfy.admin.port", "0");
  private final int lmstfy = gateway.gateway.lmstfyPort().orElseThrow();
  private final int admin = gateway.gateway.lmstfyAdminPort().orElseThrow();
  private final List<Socket> sockets = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(4);

  @AfterEach
  void stop() throws IOException {
    timer.shutdownNow();
    for (var socket : sockets) {
      socket.close();
    }
    gateway.close();
  }

  /** All at once, because each takes some time. */
  @Test
  void slowBodiesAreEndedWith408AndOthersAreServed() throws Exception {
    // Given
    var limit = "PUT /token/default/t/limit HTTP/1.1\r\nHost: localhost\r\n";
    var publish = "PUT /api/default/q HTTP/1.1\r\nHost: localhost\r\n";
    var own = gateway.gateway.port();
    var answers =
        List.of(
            ended(own, NATIVE + LARGE, " "),
            ended(own, NATIVE + CHUNKED, "1\r\n \r\n"),
            ended(own, NATIVE + LARGE, ""),
            ended(lmstfy, publish + LARGE, " "),
            ended(lmstfy, publish + CHUNKED, "1\r\n \r\n"),
            ended(admin, limit + CHUNKED, "1\r\n \r\n"),
            ended(own, BATCH + CHUNKED, "1\r\n \r\n"));

    // When
    var steady = steady(own);

    // Then
    assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
    for (var answer : answers) {
      assertThat(answer.get(60, TimeUnit.SECONDS).status()).isEqualTo(408);
    }
    ProblemAssert.assertProblem(answers.get(0).get().body(), 408, ReasonCode.BODY_TOO_SLOW);
    assertThat(answers.get(3).get().body()).isEqualTo("{\"error\":\"failed to read body\"}");
    assertThat(steady.get(60, TimeUnit.SECONDS).status()).isEqualTo(201);
  }

  /** More calls than threads: only some threads may read bodies that are dropped after a 413. */
  @Test
  void bodiesThatAreRefusedAndTrickleHoldFewThreadsAndNotForLong() throws Exception {
    // Given
    var answers = new ArrayList<CompletableFuture<RawHttp>>();
    for (var i = 0; i < 300; i++) {
      answers.add(ended(gateway.gateway.port(), NATIVE + "Content-Length: 9999999\r\n\r\n{", " "));
    }

    // Then
    for (var i = 0; i < 10; i++) {
      assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
    }
    for (var answer : answers) {
      assertThat(statusIfRead(answer)).isIn(413, -1);
    }
    for (var socket : sockets) {
      assertThat(isEnded(socket)).isTrue();
    }
  }

  /** Status of the answer; -1 if the connection was reset before it was read. */
  private static int statusIfRead(CompletableFuture<RawHttp> answer) throws Exception {
    try {
      return answer.get(60, TimeUnit.SECONDS).status();
    } catch (ExecutionException reset) {
      return -1;
    }
  }

  private static boolean isEnded(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException reset) {
      return true;
    }
  }

  /** Starts a call that sends this, and then a little more each second until it is answered. */
  private CompletableFuture<RawHttp> ended(int port, String begin, String more) throws IOException {
    var socket = connect(port);
    socket.getOutputStream().write(begin.getBytes(US_ASCII));
    var task =
        timer.scheduleAtFixedRate(
            () -> send(socket, more.getBytes(US_ASCII)), 1, 1, TimeUnit.SECONDS);
    return read(socket).whenComplete((answer, failure) -> task.cancel(false));
  }

  /** Starts a call of 1 MiB at 64 KiB a second. */
  private CompletableFuture<RawHttp> steady(int port) throws IOException {
    var socket = connect(port);
    var length = 1 << 20;
    var head = (NATIVE + "Content-Length: %d\r\n\r\n" + JOB).formatted(length);
    socket.getOutputStream().write(head.getBytes(US_ASCII));
    var rest = " ".repeat(length - JOB.length()).getBytes(US_ASCII);
    var piece = 16 << 10;
    for (var i = 0; i * piece < rest.length; i++) {
      var from = i * piece;
      var part = Arrays.copyOfRange(rest, from, Math.min(from + piece, rest.length));
      var unused = timer.schedule(() -> send(socket, part), 250L * (i + 1), TimeUnit.MILLISECONDS);
    }
    return read(socket);
  }

  private Socket connect(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
    sockets.add(socket);
    return socket;
  }

  private static CompletableFuture<RawHttp> read(Socket socket) {
    var answer = new CompletableFuture<RawHttp>();
    var reader =
        new Thread(
            () -> {
              try {
                answer.complete(RawHttp.read(socket.getInputStream()));
              } catch (IOException | RuntimeException failed) {
                answer.completeExceptionally(failed);
              }
            },
            "reader");
    reader.setDaemon(true);
    reader.start();
    return answer;
  }

  private static void send(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException ended) {
      // the reader of the answer gets the error
    }
  }
}
