package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A gateway, and calls to it like those of lmstfy's clients. Thread-safe. */
record LmstfyCalls(Door door, int port) implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** Starts the gateway and waits until it is ready. */
  static LmstfyCalls start(Installation delaygate, Map<String, String> more) {
    var port = FreePorts.chooseRow(1);
    var settings = new HashMap<>(more);
    settings.put("lmstfy.port", Integer.toString(port));
    return new LmstfyCalls(new Door(delaygate, 1, settings), port);
  }

  /** Publishes like the Java client; returns the job's id. */
  String publish(String queue, String query, String body) {
    var answer = call("PUT", queue + query, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return json(answer).get("job_id").textValue();
  }

  /** Consumes a job; fails if there is none. */
  JsonNode consume(String queue, String query) {
    var answer = call("GET", queue + query, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json(answer);
  }

  /** Acknowledges a job. */
  void ack(String queue, String id) {
    assertThat(call("DELETE", queue + "/job/" + id, "").statusCode()).isEqualTo(204);
  }

  int size(String queue) {
    return json(call("GET", queue + "/size", "")).get("size").intValue();
  }

  int deadLetters(String queue) {
    return json(call("GET", queue + "/deadletter", "")).get("deadletter_size").intValue();
  }

  /** A connection after a call for jobs, whose answer is not read yet. */
  Socket consumeBySocket(String queue, String query) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    var call = "GET /api/default/%s%s HTTP/1.1\r\nHost: localhost\r\nX-Token: any\r\n\r\n";
    socket.getOutputStream().write(call.formatted(queue, query).getBytes(US_ASCII));
    return socket;
  }

  HttpResponse<String> call(String method, String path, String body) {
    return callLater(method, path, body).join();
  }

  HttpResponse<String> callBytes(String method, String path, byte[] body) {
    return callLater(method, path, BodyPublishers.ofByteArray(body)).join();
  }

  CompletableFuture<HttpResponse<String>> callLater(String method, String path, String body) {
    return callLater(method, path, BodyPublishers.ofString(body));
  }

  private CompletableFuture<HttpResponse<String>> callLater(
      String method, String path, HttpRequest.BodyPublisher body) {
    var uri = URI.create("http://127.0.0.1:%d/api/default/%s".formatted(port, path));
    var request =
        HttpRequest.newBuilder(uri)
            .header("X-Token", "any")
            .header("Content-Type", "text/binary")
            .method(method, body);
    return HTTP.sendAsync(request.build(), BodyHandlers.ofString());
  }

  static JsonNode json(HttpResponse<String> answer) {
    return Answer.json(answer.body().getBytes(UTF_8));
  }

  static String data(JsonNode job) {
    return new String(Base64.getDecoder().decode(job.get("data").textValue()), UTF_8);
  }

  @Override
  public void close() {
    door.close();
  }
}
