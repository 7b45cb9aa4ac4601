package io.delaygate.service.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.javalin.Javalin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a server with few connections and many slow or idle clients: probes are answered. */
@Timeout(60)
class BoundedServerTest {
  private static final int CONNECTIONS = 20;
  private static final int CALLS = 10;
  private static final int THREADS = 3;
  private static final int SLOW = 200;
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");
  private static final Duration ARRIVAL = Duration.ofSeconds(2);

  private final BlockingQueue<CompletableFuture<String>> waiting = new LinkedBlockingQueue<>();
  private final CountDownLatch blocked = new CountDownLatch(THREADS);
  private final Semaphore answered = new Semaphore(0);
  private final CountDownLatch unblock = new CountDownLatch(1);
  private final List<Socket> sockets = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final CallSlots slots =
      new CallSlots(
          CALLS,
          new CallThreads(THREADS),
          request -> request.getHttpURI().getPath().equals("/probe"));

  private final Javalin server =
      Javalin.create(
              config -> {
                config.startup.showJavalinBanner = false;
                config.jetty.addConnector(
                    (jetty, http) ->
                        new BoundedConnector(
                            jetty,
                            null,
                            http,
                            new BoundedConnector.Bounds(
                                CONNECTIONS, slots, ARRIVAL, System::nanoTime)));
                config.jetty.modifyServer(
                    jetty -> {
                      jetty.insertHandler(slots);
                      jetty.insertHandler(new EagerBodyHandler());
                      jetty.insertHandler(
                          new ArrivalHandler(request -> !EagerBodyHandler.isAwaited(request)));
                      jetty.insertHandler(new Ends());
                    });
                config.routes.get("/probe", context -> context.result("up"));
                config.routes.post("/body", context -> context.result(context.body()));
                config.routes.get(
                    "/wait",
                    context -> {
                      var answer = new CompletableFuture<String>();
                      waiting.add(answer);
                      context.future(() -> answer.thenAccept(context::result));
                    });
                config.routes.get(
                    "/block",
                    context -> {
                      blocked.countDown();
                      unblock.await();
                    });
              })
          .start();

  /** Handler that signals the end of each call, which comes after its client has the answer. */
  private final class Ends extends Handler.Wrapper {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      // the listener that is added first is called last
      Request.addCompletionListener(request, failure -> answered.release());
      return super.handle(request, response, callback);
    }
  }

  @AfterEach
  void stop() throws IOException {
    unblock.countDown();
    waiting.forEach(one -> one.complete(""));
    timer.shutdownNow();
    for (var socket : sockets) {
      socket.close();
    }
    server.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /probe HTTP/1.1\r\nX: ",
        "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n"
      })
  void clientsThatTrickleLockOutNobodyAndAreEnded(String begin) throws Exception {
    // Given
    var slow = new ArrayList<Socket>();
    for (var i = 0; i < SLOW; i++) {
      slow.add(send(begin));
    }
    var unused =
        timer.scheduleWithFixedDelay(
            () -> slow.forEach(BoundedServerTest::trickle), 0, 50, TimeUnit.MILLISECONDS);

    // Then
    for (var i = 0; i < 20; i++) {
      assertThat(status(send("GET /probe HTTP/1.1\r\nHost: localhost\r\n\r\n"))).isEqualTo(200);
      assertThat(
              status(send("POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi")))
          .isEqualTo(200);
    }
    await().atMost(20, TimeUnit.SECONDS).until(() -> slow.stream().allMatch(Socket::isClosed));
  }

  /** Idle connections below the limit are closed by the idle time-out only. */
  @Test
  void theOldestIdleMakesRoom() throws Exception {
    // Given
    var idle = new ArrayList<Socket>();
    for (var i = 0; i < CONNECTIONS; i++) {
      var socket = send("GET /probe HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(status(socket)).isEqualTo(200);
      idle.add(socket);
      answered.acquire();
    }

    // When
    var more = send("GET /probe HTTP/1.1\r\nHost: localhost\r\n\r\n");

    // Then
    assertThat(status(more)).isEqualTo(200);
    await().until(() -> isClosed(idle.get(0)));
    assertThat(idle.stream().filter(BoundedServerTest::isClosed)).hasSize(1);
  }

  @Test
  void callsThatWaitForTheirAnswersLeaveRoomForProbes() throws Exception {
    // Given
    var calls = new ArrayList<Socket>();
    for (var i = 0; i < CONNECTIONS; i++) {
      calls.add(send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n"));
      var number = i + 1;
      await().until(() -> slots.waiting() + waiting.size() == number);
    }

    // Then: a probe is served, and closes the call that has waited longest for a slot
    for (var i = 0; i < 3; i++) {
      assertThat(status(send("GET /probe HTTP/1.1\r\nHost: localhost\r\n\r\n"))).isEqualTo(200);
    }
    assertThat(status(calls.get(CALLS))).isEqualTo(503);

    // When
    waiting.forEach(one -> one.complete("done"));

    // Then
    assertThat(status(calls.get(0))).isEqualTo(200);
    await()
        .until(
            () -> {
              waiting.forEach(one -> one.complete("done"));
              return calls.get(CONNECTIONS - 1).getInputStream().available() > 0;
            });
    assertThat(status(calls.get(CONNECTIONS - 1))).isEqualTo(200);
  }

  @Test
  void callsThatHoldThreadsLeaveSomeForProbes() throws Exception {
    // Given
    for (var i = 0; i < THREADS; i++) {
      send("GET /block HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    blocked.await();
    var next = send("POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi");

    // Then
    assertThat(status(send("GET /probe HTTP/1.1\r\nHost: localhost\r\n\r\n"))).isEqualTo(200);
    assertThat(next.getInputStream().available()).isZero();

    // When
    unblock.countDown();

    // Then
    assertThat(status(next)).isEqualTo(200);
  }

  private Socket send(String text) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    sockets.add(socket);
    socket.setSoTimeout(10_000);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  /** Sends one byte more; closes the socket when the server has closed the connection. */
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

  /** Status of the next answer; reads its body, too. */
  private static int status(Socket socket) throws IOException {
    var in = socket.getInputStream();
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      var octet = in.read();
      if (octet < 0) {
        return -1;
      }
      head.append((char) octet);
    }
    var length = LENGTH.matcher(head);
    if (length.find()) {
      in.readNBytes(Integer.parseInt(length.group(1)));
    }
    return Integer.parseInt(head.substring(9, 12));
  }

  /** Whether the server has closed the connection; only for a client that awaits no answer. */
  private static boolean isClosed(Socket socket) {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }
}
