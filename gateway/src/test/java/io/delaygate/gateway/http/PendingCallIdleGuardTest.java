package io.delaygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.app.Certificate;
import io.delaygate.gateway.settings.TlsFiles;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.http.BoundedConnector;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of answers that are sent at the moment when the idle time-out of a connection ends. */
@Timeout(60)
class PendingCallIdleGuardTest {
  /** Long enough for a handshake and a call on a busy machine. */
  private static final int IDLE_MS = 500;

  private static final int CALLERS = 100;
  private static final int ROUNDS = 10;

  /** More than the buffers of both sockets. */
  private static final int LARGE = 16 << 20;

  private final QueuedThreadPool threads = new QueuedThreadPool();
  private @Nullable Javalin server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a body that is awaited without a thread", "another body", ""})
  void aCallerWhoWaitsIsNotIdle(String body) throws IOException {
    // Given
    var port = start(null);

    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      // When
      ask(socket, body);
      idleTwice(port);

      // Then
      assertThat(socket.getInputStream().readAllBytes()).hasSizeGreaterThan(LARGE);
    }
  }

  @Test
  void norIsOneByHttps(@TempDir Path folder) throws Exception {
    // Given
    var certificate = Certificate.make(folder, "EC");
    var files = new TlsFiles(folder.resolve("tls.crt"), folder.resolve("tls.key"));
    certificate.write(files.certificate(), files.key());

    try (var tls = Tls.follow(files, new BackgroundFailures(System::nanoTime))) {
      var port = start(tls.factory());
      var sockets = certificate.trust().getSocketFactory();
      try (var socket = sockets.createSocket(InetAddress.getLoopbackAddress(), port)) {
        // When
        ask(socket, "a body that is awaited");
        idleTwice(port);

        // Then
        assertThat(socket.getInputStream().readAllBytes()).hasSizeGreaterThan(LARGE);
      }
    }
  }

  @Test
  void noAnswerIsLostThatComesAsTheTimeIsOver() {
    // Given
    var url = URI.create("http://127.0.0.1:" + start(null));
    var request =
        HttpRequest.newBuilder(url)
            .timeout(Duration.ofSeconds(10))
            .PUT(BodyPublishers.ofString("a body that is awaited without a thread"))
            .build();

    for (var round = 0; round < ROUNDS; round++) {
      // When
      var http = HttpClient.newHttpClient(); // new: a kept connection could close as it is used
      var calls =
          IntStream.range(0, CALLERS)
              .mapToObj(i -> http.sendAsync(request, BodyHandlers.discarding()))
              .toList();

      // Then
      assertThat(calls)
          .allSatisfy(
              call -> assertThat(call.thenApply(HttpResponse::statusCode).join()).isEqualTo(200));
    }
  }

  @Test
  void whoSendsNothingMoreIsCutOff() throws IOException {
    // Given
    var port = start(null);

    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      // When
      socket
          .getOutputStream()
          .write(bytes("PUT / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nha"));

      // Then
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .doesNotContain(" 200 ");
    }
  }

  @Test
  void aConnectionThatWasAnsweredIsIdleAgain() throws IOException {
    // Given
    var port = start(null);

    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      // When
      socket.getOutputStream().write(bytes("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"));

      // Then
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains(" 200 ");
    }
  }

  private static void ask(Socket socket, String body) throws IOException {
    var head =
        (body.isEmpty() ? "GET" : "PUT")
            + " /large HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n";
    socket.getOutputStream().write(bytes(head.formatted(body.length()) + body));
  }

  /** Opens two silent connections in turn, each until the server closes it. */
  private static void idleTwice(int port) throws IOException {
    for (var i = 0; i < 2; i++) {
      try (var idle = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(idle.getInputStream().read()).isEqualTo(-1);
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private int start(SslContextFactory.@Nullable Server tls) {
    var started =
        Javalin.create(
                config -> {
                  config.startup.showJavalinBanner = false;
                  config.jetty.threadPool = threads;
                  config.jetty.addConnector(
                      (jetty, http) -> {
                        var bounds = BoundedConnector.bounds(9_999, System::nanoTime);
                        var connector =
                            new PendingCallIdleGuard.Connector(jetty, tls, http, bounds);
                        connector.setIdleTimeout(IDLE_MS);
                        connector.setAcceptQueueSize(CALLERS);
                        return connector;
                      });
                  config.jetty.modifyServer(
                      jetty -> {
                        jetty.insertHandler(awaitingBodies());
                        jetty.insertHandler(new PendingCallIdleGuard());
                      });
                  config.routes.put("/", this::answer);
                  config.routes.get("/", this::answer);
                  config.routes.put("/large", PendingCallIdleGuardTest::answerMuch);
                  config.routes.get("/large", PendingCallIdleGuardTest::answerMuch);
                })
            .start();
    server = started;
    return started.port();
  }

  private static EagerContentHandler awaitingBodies() {
    var handler = new EagerContentHandler(new RetainedContentLoaderFactory(1024, 64, false));
    handler.include(request -> request.getLength() > "another body".length());
    return handler;
  }

  private void answer(Context call) {
    var body = call.body();
    var then = CompletableFuture.delayedExecutor(IDLE_MS, TimeUnit.MILLISECONDS, threads);
    call.future(() -> CompletableFuture.runAsync(() -> call.result(body), then));
  }

  private static void answerMuch(Context call) {
    assertThat(call.body()).isNotNull();
    call.result("a".repeat(LARGE));
  }
}
