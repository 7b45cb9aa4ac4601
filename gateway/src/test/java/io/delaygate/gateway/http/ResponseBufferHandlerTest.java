package io.delaygate.gateway.http;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.app.RawHttp;
import io.delaygate.gateway.http.ResponseBufferHandler.Patience;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the memory limit of answers, with memory for a little more than one large answer. */
@Timeout(60)
class ResponseBufferHandlerTest {
  /** More than the buffers of both sockets. */
  private static final int LARGE = 16 << 20;

  private static final int SMALL = 32 << 10;

  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);
  private final AtomicInteger rejected = new AtomicInteger();
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void stop() throws Exception {
    for (var socket : sockets) {
      socket.close();
    }
    server.stop();
  }

  @Test
  void aSecondLargeAnswerFindsNoRoomUntilTheFirstIsRead() throws Exception {
    // Given
    var answers = start(LARGE, Duration.ofMinutes(1));

    // When
    var reader = ask(LARGE);
    Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> answers.held() == LARGE);
    var refused = RawHttp.read(ask(SMALL + 1).getInputStream());
    var small = RawHttp.read(ask(SMALL).getInputStream());
    var first = RawHttp.read(reader.getInputStream());
    Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> answers.held() == 0);
    var second = RawHttp.read(ask(SMALL + 1).getInputStream());

    // Then
    assertProblem(refused.body(), 503, ReasonCode.OVERLOADED);
    assertThat(refused.header("retry-after")).isEqualTo("1");
    assertThat(rejected).hasValue(1);
    assertThat(small.body()).hasSize(SMALL);
    assertThat(first.body()).hasSize(LARGE);
    assertThat(second.body()).hasSize(SMALL + 1);
  }

  @Test
  void anAnswerThatFitsToTheByteIsSentAndOneByteMoreIsNot() throws Exception {
    // Given
    start(100_000, Duration.ofMinutes(1));

    // Then
    assertThat(RawHttp.read(ask(100_000).getInputStream()).status()).isEqualTo(200);
    assertThat(RawHttp.read(ask(100_001).getInputStream()).status()).isEqualTo(503);
  }

  @Test
  void whoReadsTooSlowlyIsCutOff() throws Exception {
    // Given
    var answers = start(LARGE, Duration.ofMillis(300));

    // When
    var reader = ask(LARGE);
    Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> answers.held() == LARGE);
    Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> answers.held() == 0);

    // Then
    assertThat(reader.getInputStream().readAllBytes()).hasSizeLessThan(LARGE);
  }

  private ResponseBufferHandler start(long bytes, Duration time) throws Exception {
    var problems = new JettyErrorHandler(problem -> rejected.incrementAndGet(), headers -> {});
    var metrics = new GatewayMetrics(System::nanoTime);
    var answers = new ResponseBufferHandler(new Patience(bytes, time), problems, metrics);
    answers.setHandler(new Pieces());
    server.setHandler(answers);
    server.addConnector(connector);
    server.start();
    return answers;
  }

  /** Requests an answer of this size. */
  private Socket ask(int bytes) throws IOException {
    var socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(1024);
    socket.setSoTimeout(20_000);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort()), 20_000);
    var call = "GET /%d HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(bytes);
    socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Handler that writes like servlets: part by part from one buffer, waiting for each. */
  private static final class Pieces extends Handler.Abstract {
    private static final int PIECE = 20_000;

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      var left = Integer.parseInt(request.getHttpURI().getPath().substring(1));
      var buffer = ByteBuffer.allocate(PIECE);
      while (left > 0) {
        var piece = Math.min(left, PIECE);
        left -= piece;
        try (var written = Blocker.callback()) {
          response.write(left == 0, buffer.clear().limit(piece), written);
          written.block();
        }
      }
      callback.succeeded();
      return true;
    }
  }
}
