package io.delaygate.gateway.schedulers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchedulerHttpClientTest {
  private final AtomicLong nanos = new AtomicLong(1);

  @Test
  void whoWaitsForHisTurnHasNotAskedYet() throws IOException, InterruptedException {
    // Given
    var arrived = new CountDownLatch(SchedulerHttpClient.RUNNING);
    var answers = new CountDownLatch(1);
    var threads = Executors.newCachedThreadPool();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          arrived.countDown();
          await(answers);
          var body = "{}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      var http = new SchedulerHttpClient(Optional.empty());
      var url = "http://127.0.0.1:" + server.getAddress().getPort();

      // When
      var all =
          IntStream.rangeClosed(0, SchedulerHttpClient.RUNNING)
              .mapToObj(i -> http.reserve(url, "/", null, nanos::get))
              .toList();
      await(arrived);
      nanos.set(2);
      answers.countDown();

      // Then
      assertThat(all.get(0).join().askedAt()).isEqualTo(1);
      assertThat(all.get(SchedulerHttpClient.RUNNING).join().askedAt()).isEqualTo(2);
    } finally {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
