package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Test of a gateway with little memory and very many or hostile callers: others are served. */
@KafkaTest
@Isolated("takes all that a machine has, and still wants quick answers")
@Timeout(180)
class HostileClientsTest {
  private static final int IDLE = 10_000;
  private static final int SLOW = 1_000;

  /** Calls of 1 GiB in all. */
  private static final int LARGE = 512;

  private static final int LARGE_BYTES = 2 << 20;

  /** Open files of this JVM besides the test's sockets. */
  private static final int OTHER_FILES = 2_000;

  /** Memory of a JVM with a heap of 256 MiB, including stacks of threads, code and buffers. */
  private static final long MEMORY_MAX = 640L << 20;

  private final Installation delaygate;
  private final ServiceProcess gateway;
  private final List<Socket> sockets = new ArrayList<>();
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final String job;

  HostileClientsTest(KafkaCluster cluster, @TempDir Path folder) {
    delaygate = new Installation(cluster, folder);
    job =
        "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}"
            .formatted(delaygate.target("orders", 1));
    var settings = delaygate.gatewaySettings();
    settings.put("http.port", "0");
    gateway =
        ServiceProcess.gateway(
            settings, folder.resolve("gateway.log"), "-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
    gateway.awaitReady();
  }

  @AfterEach
  void stop() throws IOException {
    callers.shutdownNow();
    for (var socket : sockets) {
      socket.close();
    }
    gateway.close();
    delaygate.close();
  }

  @Test
  void healthyCallersAreServedAndMemoryStaysBounded() throws Exception {
    // Given
    assumeTrue(filesMax() > IDLE + SLOW + LARGE + OTHER_FILES, "too few files may be open");
    for (var i = 0; i < IDLE; i++) {
      connect();
    }
    for (var i = 0; i < SLOW; i++) {
      write(connect(), head(job.length()) + "{");
    }

    // When
    var large = new ArrayList<Future<Integer>>();
    for (var i = 0; i < LARGE; i++) {
      large.add(callers.submit(this::sendLarge));
    }
    var served = 0;
    while (served < 20 || large.stream().anyMatch(call -> !call.isDone())) {
      serve();
      served++;
    }

    // Then
    for (var call : large) {
      // no target takes a record of that size, which is known after the whole call was read
      assertThat(call.get()).isIn(413, 503, -1);
    }
    assertThat(gateway.isAlive()).as(gateway.outputTail()).isTrue();
    assertThat(residentBytes()).isLessThan(MEMORY_MAX);
    for (var socket : sockets) {
      socket.close();
    }
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .until(() -> Metrics.of(gateway, "delaygate_gateway_inflight_bytes ") == 0);
  }

  /** Schedules a job, and tries again after a 503, as callers do. */
  private void serve() throws Exception {
    var client = HttpClient.newHttpClient();
    var uri = URI.create("http://127.0.0.1:" + gateway.port() + "/v1/jobs");
    var request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(20))
            .POST(BodyPublishers.ofString(job))
            .build();
    Callable<Boolean> call =
        () -> client.send(request, BodyHandlers.discarding()).statusCode() == 201;
    Awaitility.await().atMost(20, TimeUnit.SECONDS).until(call);
  }

  /**
   * Sends the largest body; returns the status, or -1 if the connection was closed during the send.
   */
  private int sendLarge() {
    var body = job.substring(0, job.length() - 1) + ", \"value\": \"";
    var filler = "x".repeat(64 << 10).getBytes(StandardCharsets.US_ASCII);
    var length = LARGE_BYTES;
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      write(socket, head(length) + body);
      var left = length - body.length() - 2;
      while (left > 0) {
        var piece = Math.min(left, filler.length);
        socket.getOutputStream().write(filler, 0, piece);
        left -= piece;
      }
      write(socket, "\"}");
      var status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
      return status.isEmpty() ? -1 : Integer.parseInt(status.substring(9, 12));
    } catch (IOException cutOff) {
      return -1;
    }
  }

  private Socket connect() throws IOException {
    var socket = new Socket();
    sockets.add(socket);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port()), 20_000);
    return socket;
  }

  private static String head(int length) {
    return "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: "
        + length
        + "\r\n\r\n";
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static long filesMax() {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getMaxFileDescriptorCount();
  }

  private long residentBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/" + gateway.pid() + "/status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        << 10;
  }
}
