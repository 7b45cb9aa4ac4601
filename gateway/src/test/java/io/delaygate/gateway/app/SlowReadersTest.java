package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of callers that request large answers and do not read them. */
@Tag("slow")
@Timeout(120)
class SlowReadersTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  /** Batch of 5,000 jobs; its answer has about half a megabyte. */
  private static final String BATCH = batch((JOB + "\n").repeat(5_000));

  /** More clients than threads. */
  private static final int SLOW = 300;

  /** More than the threads that write answers, but few enough for the memory of answers. */
  private static final int SLOW_BATCHES = 40;

  private final TestGateway gateway = TestGateway.start();
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
    gateway.close();
  }

  @Test
  void holdNoThreadAndAreCutOff() throws Exception {
    // Given
    for (var i = 0; i < SLOW; i++) {
      ask(3);
    }

    // When
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> metric("answer_bytes") > 10e6);

    // Then
    for (var i = 0; i < 20; i++) {
      assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
    }
    assertThat(metric("answer_bytes")).isLessThanOrEqualTo(32 << 20);
    Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> metric("answer_bytes") == 0);
    assertThat(metric("cut_off_total")).isPositive();
    assertThat(gateway.send("GET", "/openapi.json").statusCode()).isEqualTo(200);
  }

  /** Batch answers are written by at most one thread per core. */
  @Test
  void ofBatchesHoldNoThread() throws Exception {
    // Given
    for (var i = 0; i < SLOW_BATCHES; i++) {
      call(BATCH);
    }

    // When
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> metric("answer_bytes") > SLOW_BATCHES * 1e5);

    // Then
    assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
    assertThat(metric("answer_bytes")).isPositive();
  }

  /** Sends this many calls at once, without reading any answer. */
  private void ask(int times) throws IOException {
    call("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(times));
  }

  private void call(String call) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(1024);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.gateway.port()), 20_000);
    sockets.add(socket);
    socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
  }

  private static String batch(String lines) {
    return "POST /v1/jobs/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        + "Content-Length: %d\r\n\r\n%s".formatted(lines.length(), lines);
  }

  private double metric(String name) {
    return gateway
        .send("GET", "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("delaygate_gateway_" + name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }
}
