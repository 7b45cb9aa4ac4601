package io.delaygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.app.Certificate;
import io.delaygate.gateway.settings.TlsFiles;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.http.BoundedConnector;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of clients that disconnect during a call: the server notices each of them. */
@Timeout(60)
class ClientDisconnectTest {
  private static final long LIMIT_SECONDS = 30;
  private static final String CALL = "GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

  private final BlockingQueue<CompletableFuture<Void>> waiting = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> left = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private @Nullable Javalin server;
  private volatile boolean isAnsweredAtOnce;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop();
    }
    threads.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /a HTTP/1.1", "PUT /a HTTP/1.1\r\nContent-Length: 4"})
  void whoHangsUpIsSeenToLeave(String call) throws Exception {
    // Given
    var port = start(null);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(socket, call + "\r\nHost: 127.0.0.1\r\n\r\n" + (call.startsWith("PUT") ? "body" : ""));
      var unused = await();
    }

    // Then
    assertThat(left.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("a");
  }

  @Test
  void soIsWhoIsCutOff() throws Exception {
    // Given
    var port = start(null);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(socket, CALL.formatted("a"));
      var unused = await();

      // When
      socket.setSoLinger(true, 0);
    }

    // Then
    assertThat(left.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).endsWith("a");
    assertThat(left.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).endsWith("a");
  }

  @Test
  void soIsWhoSaidMoreBefore() throws Exception {
    // Given
    var port = start(null);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(socket, CALL.formatted("a"));
      var unused = await();

      // When
      send(socket, CALL.formatted("b"));
    }

    // Then
    assertThat(left.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("a");
  }

  @Test
  void soIsWhoHangsUpByHttps(@TempDir Path folder) throws Exception {
    // Given
    var certificate = Certificate.make(folder, "EC");
    var files = new TlsFiles(folder.resolve("tls.crt"), folder.resolve("tls.key"));
    certificate.write(files.certificate(), files.key());
    try (var tls = Tls.follow(files, new BackgroundFailures(System::nanoTime))) {
      var port = start(tls.factory());
      var sockets = certificate.trust().getSocketFactory();

      // When
      try (var socket = sockets.createSocket(InetAddress.getLoopbackAddress(), port)) {
        send(socket, CALL.formatted("a"));
        var unused = await();
      }

      // Then
      assertThat(left.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("a");
    }
  }

  @Test
  void whoIsCutOffWithHisAnswerInTheMailHasNotReadIt() throws Exception {
    // Given
    var port = start(null);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(socket, CALL.formatted("a"));
      assertThat(await().complete(null)).isTrue();

      // When
      while (socket.getInputStream().available() == 0) {
        Thread.onSpinWait();
      }
      socket.setSoLinger(true, 0); // closes with a reset, as the kernel does for a killed process
    }

    // Then
    var told = left.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if ("a".equals(told)) { // it disconnected before the server had ended the call
      told = left.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
    assertThat(told).isEqualTo("unread a");
  }

  @Test
  void whoStaysIsAnsweredAgainAndAgain() throws Exception {
    // Given
    var port = start(null);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var answers = reader(socket);
      for (var path : new String[] {"a", "b", "c"}) {
        // When
        send(socket, CALL.formatted(path));
        assertThat(await().complete(null)).isTrue();

        // Then
        assertThat(body(answers)).isEqualTo(path);
      }
      assertThat(left).isEmpty(); // a client that closes at once may be counted here
    }
  }

  /** Bytes that arrive while an answer ends may be read while the next call is already watched. */
  @Test
  void whoCallsAgainAtOnceIsAnsweredToo() {
    // Given
    var port = start(null);
    isAnsweredAtOnce = true;

    // When
    var callers =
        IntStream.range(0, 8)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> answeredInTurn(port, 5_000), threads))
            .toList();

    // Then
    assertThat(callers).extracting(CompletableFuture::join).containsOnly(5_000);
  }

  private static int answeredInTurn(int port, int calls) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      var answers = reader(socket);
      for (var i = 0; i < calls; i++) {
        send(socket, CALL.formatted("a"));
        if (answers.readLine() == null) {
          return i;
        }
        assertThat(body(answers)).isEqualTo("a");
      }
      return calls;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void whatComesBeforeTheAnswerIsTheNextCall() throws Exception {
    // Given
    var port = start(null);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var answers = reader(socket);
      send(socket, CALL.formatted("a"));
      var first = await();

      // When
      var next = CALL.formatted("b");
      send(socket, next.substring(0, 10));
      send(socket, next.substring(10));
      first.complete(null);

      // Then
      assertThat(body(answers)).isEqualTo("a");
      assertThat(await().complete(null)).isTrue();
      assertThat(body(answers)).isEqualTo("b");
      assertThat(left).isEmpty();
    }
  }

  @Test
  void whoSendsMuchMoreIsStillThere() throws Exception {
    // Given
    var port = start(null);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var answers = reader(socket);
      send(socket, CALL.formatted("a"));
      var first = await();

      // When
      for (var i = 0; i < 1_000; i++) {
        send(socket, CALL.formatted("b"));
      }
      first.complete(null);

      // Then
      assertThat(body(answers)).isEqualTo("a");
      for (var i = 0; i < 1_000; i++) {
        assertThat(await().complete(null)).isTrue();
        assertThat(body(answers)).isEqualTo("b");
      }
    }
  }

  private CompletableFuture<Void> await() throws InterruptedException {
    var call = waiting.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(call).isNotNull();
    return call;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** Body of an answer, which is one character. */
  private static String body(BufferedReader answers) throws IOException {
    for (var line = answers.readLine(); !line.isEmpty(); line = answers.readLine()) {
      if (line.startsWith("HTTP/")) {
        assertThat(line).contains(" 200 ");
      }
    }
    var body = answers.read();
    if (body < 0) {
      throw new SocketException("the answer has no body");
    }
    return Character.toString(body);
  }

  private int start(SslContextFactory.@Nullable Server tls) {
    var started =
        Javalin.create(
                config -> {
                  config.startup.showJavalinBanner = false;
                  config.jetty.addConnector(
                      (jetty, http) ->
                          new PendingCallIdleGuard.Connector(
                              jetty, tls, http, BoundedConnector.bounds(9_999, System::nanoTime)));
                  config.jetty.modifyServer(
                      jetty -> jetty.insertHandler(new PendingCallIdleGuard()));
                  config.routes.get("/{path}", this::answer);
                  config.routes.put("/{path}", this::answer);
                })
            .start();
    server = started;
    return started.port();
  }

  private void answer(Context call) {
    var path = call.pathParam("path");
    assertThat(call.body()).isNotNull();
    var answered = new CompletableFuture<Void>();
    call.future(() -> answered.thenRun(() -> call.result(path)));
    ClientDisconnect.of(call, () -> left.add(path));
    ClientDisconnect.ifUnread(call, () -> left.add("unread " + path));
    if (isAnsweredAtOnce) {
      threads.execute(() -> answered.complete(null));
    } else {
      waiting.add(answered);
    }
  }
}
