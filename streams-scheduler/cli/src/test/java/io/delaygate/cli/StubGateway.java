package io.delaygate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * HTTP server that returns prepared answers in order and then repeats the last one, for answers
 * that a real gateway gives very rarely. It records the calls.
 */
final class StubGateway implements AutoCloseable {
  private final HttpServer server;
  private final Deque<Prepared> prepared = new ArrayDeque<>();
  private final List<Asked> asked = new ArrayList<>();

  private record Prepared(int status, String body) {}

  /** A recorded call. */
  record Asked(String line, String body, Map<String, List<String>> headers) {}

  StubGateway() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Adds an answer after those that were prepared before. */
  StubGateway answering(int status, String body) {
    prepared.add(new Prepared(status, body.replace('\'', '"')));
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Runs a command against this server. */
  Called call(String... arguments) {
    return Called.with(Map.of(Session.GATEWAY, url()), arguments);
  }

  synchronized List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** Methods and paths of the calls, in order. */
  List<String> lines() {
    return asked().stream().map(Asked::line).toList();
  }

  /** Bodies of the calls, with single quotes. */
  List<String> bodies() {
    return asked().stream().map(call -> call.body().replace('"', '\'')).toList();
  }

  private synchronized void answer(HttpExchange exchange) {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      var line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      asked.add(new Asked(line, body, Map.copyOf(exchange.getRequestHeaders())));
      var next = prepared.size() > 1 ? prepared.remove() : prepared.element();
      var bytes = next.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(next.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
