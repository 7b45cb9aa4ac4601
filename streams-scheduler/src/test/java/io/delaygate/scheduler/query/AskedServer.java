package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of a query server whose process has one partition, which owns every id. */
abstract class AskedServer {
  static final long NOW = 1_000;
  static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  final AtomicLong now = new AtomicLong(NOW);
  ProcessUnderTest process;
  QueryServer server;

  @BeforeEach
  void open(@TempDir Path directory) {
    process = new ProcessUnderTest(directory, 1);
    server = serve(() -> 0);
  }

  QueryServer serve(LongSupplier ticker) {
    return new QueryServer(
        new QueryEndpoint("127.0.0.1", 0, Optional.empty(), Set.of()),
        process.reads(),
        now::get,
        ticker,
        System::nanoTime);
  }

  @AfterEach
  void close() {
    server.close();
    process.close();
  }

  HttpResponse<String> get(String path) throws Exception {
    return get(path, "Accept", "*/*");
  }

  HttpResponse<String> get(String path, String header, String value) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + server.port() + path);
    var request = HttpRequest.newBuilder(uri).header(header, value).build();
    return client.send(request, BodyHandlers.ofString());
  }

  static JsonNode json(HttpResponse<String> answer) throws Exception {
    return JSON.readTree(answer.body());
  }
}
