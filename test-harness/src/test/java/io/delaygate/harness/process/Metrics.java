package io.delaygate.harness.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.stream.Stream;

/** Client for the metrics and other pages of a service's HTTP port. */
public final class Metrics {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private Metrics() {}

  /** Sum of all samples whose line has this prefix. */
  public static long of(Service service, String start) {
    return lines(service.port())
        .filter(line -> line.startsWith(start))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Lines of the metrics page; empty if the service does not answer. */
  public static Stream<String> lines(int port) {
    return get(port, "/metrics").map(HttpResponse::body).stream().flatMap(String::lines);
  }

  /** An answer; empty if the service does not answer. */
  public static Optional<HttpResponse<String>> get(int port, String path) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    try {
      return Optional.of(HTTP.send(request, BodyHandlers.ofString()));
    } catch (IOException notServed) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
