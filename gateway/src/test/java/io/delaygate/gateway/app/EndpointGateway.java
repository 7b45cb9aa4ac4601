package io.delaygate.gateway.app;

import io.delaygate.gateway.access.TokenHasher;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Gateway with keys of endpoints and with tokens; {@code root} is its administrator. */
final class EndpointGateway implements AutoCloseable {
  static final String ALL = "/v1/endpoints";
  static final String BILLING = ALL + "/billing";
  static final String URL = "https://billing.example/hooks";
  static final String MINIMAL = "{\"url\":\"" + URL + "\"}";

  final Path keys;
  final TestGateway gateway;
  final ApiDocument document;

  EndpointGateway(Path folder) {
    try {
      var hash = HexFormat.of().formatHex(TokenHasher.of("root"));
      var tokens = Files.writeString(folder.resolve("tokens"), "root admin " + hash);
      keys = Files.writeString(folder.resolve("keys"), key(1));
      gateway =
          TestGateway.start(
              "auth.tokens.file", tokens.toString(), "endpoints.key.file", keys.toString());
    } catch (IOException unwritable) {
      throw new AssertionError(unwritable);
    }
    document = ApiDocument.of(gateway);
  }

  /** A key of endpoints, in base64. */
  static String key(int number) {
    var bytes = new byte[32];
    bytes[0] = (byte) number;
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Makes a token of a namespace. */
  String token(String namespace, String role) {
    var path = "/v1/admin/namespaces/" + namespace + "/tokens";
    var made = admin("POST", path, "{\"name\":\"t\",\"role\":\"%s\"}".formatted(role));
    return TestGateway.json(made).path("token").asText();
  }

  HttpResponse<String> admin(String method, String path, @Nullable String body) {
    return call(method, path, body, "root");
  }

  HttpResponse<String> call(String method, String path, @Nullable String body, String token) {
    var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    return gateway.send(
        gateway.request(path).header("Authorization", "Bearer " + token).method(method, publisher));
  }

  /** A call of a gateway without tokens. */
  static HttpResponse<String> call(
      TestGateway gateway, String method, String path, @Nullable String body) {
    return body == null ? gateway.send(method, path) : gateway.send(method, path, body);
  }

  @Override
  public void close() {
    gateway.close();
  }
}
