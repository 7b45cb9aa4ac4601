package io.delaygate.harness.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.stream.Stream;

/** What a service tells about itself on its HTTP port. */
public final class Metrics {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private Metrics() {}

  /** The sum of all samples whose line begins so. */
  public static long of(Service service, String start) {
    return lines(service.port())
        .filter(line -> line.startsWith(start))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** The page of metrics; empty while nothing is served. */
  public static Stream<String> lines(int port) {
    return get(port, "/metrics").map(HttpResponse::body).stream().flatMap(String::lines);
  }

  /** An answer; empty while nothing is served. */
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
