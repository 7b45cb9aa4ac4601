package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.PlannedServer.Plan;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Client and servers of one test, on loopback addresses. */
final class LoopbackCalls implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(30);
  static final Duration SHORT = Duration.ofMillis(300);
  private static final UrlRules RULES = new UrlRules(true, Set.of(), List.of());

  private final List<AutoCloseable> open = new ArrayList<>();
  private final EndpointCaller caller = caller(Duration.ofSeconds(30));

  EndpointCaller caller() {
    return caller;
  }

  /** Another client whose connections close after this time. */
  EndpointCaller caller(Duration idle) {
    var config = new CallerConfig(RULES, List.of(), 256, Duration.ofSeconds(5), idle);
    var made = EndpointCaller.start(config, System::nanoTime);
    open.add(made);
    return made;
  }

  PlannedServer server(Plan plan) throws IOException {
    var made = PlannedServer.http(plan);
    open.add(made);
    return made;
  }

  static URI url(PlannedServer server) {
    return URI.create(server.url("127.0.0.1") + "?a=b%20c");
  }

  static EndpointCall request(URI url, Duration timeout) {
    return new EndpointCall(url, "POST", List.of(), "x".getBytes(UTF_8), timeout);
  }

  CallEnd call(PlannedServer server, Duration timeout) throws Exception {
    return call(request(url(server), timeout));
  }

  CallEnd call(EndpointCall call) throws Exception {
    return caller.call(call).get(40, TimeUnit.SECONDS);
  }

  static Answered answer(CallEnd end) {
    assertThat(end).isInstanceOf(Answered.class);
    return (Answered) end;
  }

  static Failed failure(CallEnd end) {
    assertThat(end).isInstanceOf(Failed.class);
    return (Failed) end;
  }

  @Override
  public void close() {
    for (var part : open) {
      try {
        part.close();
      } catch (Exception failure) {
        throw new IllegalStateException(failure);
      }
    }
  }
}
