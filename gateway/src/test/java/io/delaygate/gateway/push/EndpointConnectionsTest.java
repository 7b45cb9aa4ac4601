package io.delaygate.gateway.push;

import static io.delaygate.gateway.push.LoopbackCalls.LONG;
import static io.delaygate.gateway.push.LoopbackCalls.SHORT;
import static io.delaygate.gateway.push.LoopbackCalls.answer;
import static io.delaygate.gateway.push.LoopbackCalls.failure;
import static io.delaygate.gateway.push.LoopbackCalls.request;
import static io.delaygate.gateway.push.LoopbackCalls.url;
import static io.delaygate.gateway.push.PlannedServer.hang;
import static io.delaygate.gateway.push.PlannedServer.send;
import static io.delaygate.gateway.push.PlannedServer.sends;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.CallEnd.Kind;
import io.delaygate.gateway.push.EndpointCall.Field;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Test of connections of calls: how they begin, are shared and end. */
@Timeout(60)
class EndpointConnectionsTest {
  private final LoopbackCalls calls = new LoopbackCalls();

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void aPortWithoutListenerIsAFailure() throws Exception {
    var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    free.close();
    var url = URI.create("http://127.0.0.1:" + free.getLocalPort() + "/");
    var end = failure(calls.call(new EndpointCall(url, "POST", List.of(), null, LONG)));
    assertThat(end.kind()).isEqualTo(Kind.CONNECT);
    assertThat(end.text()).startsWith("no connection: ");
  }

  @Test
  void refusesAUrlThatTheRulesRefuse() throws Exception {
    var url = URI.create("https://10.0.0.1/");
    var end = failure(calls.call(new EndpointCall(url, "POST", List.of(), null, LONG)));
    assertThat(end.kind()).isEqualTo(Kind.REFUSED);
    assertThat(end.text()).isEqualTo("the address 10.0.0.1 is private");
  }

  @ParameterizedTest
  @CsvSource({"PO ST, a, b", "POST, a:, b", "POST, a, ä"})
  void aCallThatCannotBeWrittenIsAFailure(String method, String name, String value)
      throws Exception {
    var server = calls.server(sends("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    var headers = List.of(new Field(name, value));
    var end =
        calls.call(new EndpointCall(url(server), method, headers, null, Duration.ofSeconds(2)));
    assertThat(end.tookMs()).isLessThan(20_000);
  }

  @Test
  void callsShareAConnectionAndCloseItWhenItIsIdle() throws Exception {
    var closed = new CountDownLatch(1);
    var answers = new AtomicLong();
    var server =
        calls.server(
            (request, connection) -> {
              send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
              if (answers.incrementAndGet() == 3) {
                hang(connection);
                closed.countDown();
              }
            });
    var brief = calls.caller(Duration.ofMillis(300));
    for (var i = 0; i < 3; i++) {
      brief.call(request(url(server), LONG)).get();
    }
    assertThat(server.connections()).isEqualTo(1);
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aCallMayTakeLongerThanAConnectionMayBeIdle() throws Exception {
    var go = new CountDownLatch(1);
    var server =
        calls.server(
            (request, connection) -> {
              awaitLatch(go);
              send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            });
    var brief = calls.caller(Duration.ofMillis(50));
    var slow = brief.call(request(url(server), LONG));
    var hanging = calls.server((request, connection) -> hang(connection));
    // ends by its time, six times that of an idle connection
    brief.call(request(url(hanging), SHORT)).get();
    go.countDown();
    assertThat(answer(slow.get()).status()).isEqualTo(200);
  }

  @Test
  void anEndpointThatHangsDelaysNoOther() throws Exception {
    var slow = calls.server((request, connection) -> hang(connection));
    var fast = calls.server(sends("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    var hanging = new ArrayList<CompletableFuture<CallEnd>>();
    for (var i = 0; i < 200; i++) {
      hanging.add(calls.caller().call(request(url(slow), LONG)));
    }
    var begun = System.nanoTime();
    for (var i = 0; i < 20; i++) {
      assertThat(answer(calls.call(fast, LONG)).status()).isEqualTo(200);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    assertThat(hanging).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void aStopEndsTheCallsInFlight() throws Exception {
    var server = calls.server((request, connection) -> hang(connection));
    var stopped = calls.caller(Duration.ofSeconds(30));
    var call = stopped.call(request(url(server), LONG));
    Awaitility.await().until(() -> server.requests().size() == 1);
    stopped.close();
    assertThat(failure(call.get(10, TimeUnit.SECONDS)).kind()).isEqualTo(Kind.STOPPED);
    var late = stopped.call(request(url(server), LONG));
    assertThat(failure(late.get(10, TimeUnit.SECONDS)).kind()).isEqualTo(Kind.STOPPED);
  }

  private static void awaitLatch(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IOException(stopped);
    }
  }
}
