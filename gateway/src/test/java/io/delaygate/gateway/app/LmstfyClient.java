package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.access.TokenHasher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Gateway with the ports for lmstfy, and calls as clients of lmstfy make them. */
final class LmstfyClient implements AutoCloseable {
  static final String TOKEN = "a-token-of-the-namespace-shop";
  static final String JSON = "application/json;charset=utf-8";

  final TestGateway gateway;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private LmstfyClient(TestGateway gateway) {
    this.gateway = gateway;
  }

  /** Starts a gateway with the account {@code root} and a token of the namespace {@code shop}. */
  static LmstfyClient start(Path folder, String... settings) {
    try {
      var hash = HexFormat.of().formatHex(TokenHasher.of("root"));
      var file = Files.writeString(folder.resolve("tokens"), "root admin " + hash);
      var own = List.of("lmstfy.port", "0", "lmstfy.admin.port", "0");
      var all = new ArrayList<>(own);
      all.addAll(List.of("auth.tokens.file", file.toString()));
      all.addAll(List.of(settings));
      var client = new LmstfyClient(TestGateway.start(all.toArray(String[]::new)));
      client.token("shop", TOKEN);
      return client;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Makes a token. */
  void token(String namespace, String token) {
    var made = admin("POST", "/token/" + namespace + "?description=d&token=" + token);
    if (made.statusCode() != 201) {
      throw new AssertionError(made.body());
    }
  }

  HttpResponse<String> put(String path, String body, String... headers) {
    return send("PUT", path, body.getBytes(UTF_8), headers);
  }

  HttpResponse<String> get(String path) {
    return send("GET", path, new byte[0]);
  }

  HttpResponse<String> delete(String path) {
    return send("DELETE", path, new byte[0]);
  }

  /** Calls with the token of the namespace, unless a header names another one. */
  HttpResponse<String> send(String method, String path, byte[] body, String... headers) {
    var hasToken = Stream.of(headers).anyMatch("X-Token"::equals);
    var all = new ArrayList<>(List.of(headers));
    all.addAll(hasToken ? List.of() : List.of("X-Token", TOKEN));
    return send(method, port() + path, body, all);
  }

  /** Calls without a token. */
  HttpResponse<String> bare(String method, String path) {
    return send(method, port() + path, new byte[0], List.of());
  }

  HttpResponse<String> admin(String method, String path) {
    return admin(method, path, "");
  }

  HttpResponse<String> admin(String method, String path, String body, String... headers) {
    var account = Base64.getEncoder().encodeToString("anybody:root".getBytes(UTF_8));
    var all = new ArrayList<>(List.of("Authorization", "Basic " + account));
    all.addAll(List.of(headers));
    return send(method, adminPort() + path, body.getBytes(UTF_8), all);
  }

  HttpResponse<String> bareAdmin(String method, String path) {
    return send(method, adminPort() + path, new byte[0], List.of());
  }

  int port() {
    return gateway.gateway.lmstfyPort().orElseThrow();
  }

  private int adminPort() {
    return gateway.gateway.lmstfyAdminPort().orElseThrow();
  }

  private HttpResponse<String> send(
      String method, String portAndPath, byte[] body, List<String> headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + portAndPath))
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    for (var i = 0; i < headers.size(); i += 2) {
      request.header(headers.get(i), headers.get(i + 1));
    }
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  @Override
  public void close() {
    gateway.close();
  }
}
