package io.delaygate.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** HTTP client of one gateway, with one call at a time. */
final class GatewayClient {
  /** Enough for any connection: one that takes longer rarely succeeds. */
  private static final Duration CONNECT_MAX = Duration.ofSeconds(10);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String url;
  private final @Nullable String token;
  private final Duration timeout;
  private final HttpClient http;

  /**
   * A client of the gateway at an address.
   *
   * @param url address without a trailing slash
   * @param timeout timeout of each answer
   */
  GatewayClient(String url, @Nullable String token, SSLContext trust, Duration timeout) {
    this.url = url;
    this.token = token;
    this.timeout = timeout;
    this.http =
        HttpClient.newBuilder()
            .sslContext(trust)
            .connectTimeout(timeout.compareTo(CONNECT_MAX) < 0 ? timeout : CONNECT_MAX)
            .build();
  }

  private GatewayClient(GatewayClient same, Duration timeout) {
    this.url = same.url;
    this.token = same.token;
    this.timeout = timeout;
    this.http = same.http;
  }

  /**
   * The same client with a longer timeout, for calls that the gateway delays for up to this time.
   */
  GatewayClient waiting(Duration wait) {
    return new GatewayClient(this, timeout.plus(wait));
  }

  /** The path of a job; the id is percent-encoded. */
  static String job(String id) {
    return "/v1/jobs/" + encoded(id);
  }

  /**
   * A percent-encoded part of a path or query; dots too, as clients and proxies resolve them in
   * paths.
   */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace(".", "%2E");
  }

  /** A call without a body; headers are name, value, name, value. */
  GatewayReply call(String method, String path, String... headers) {
    return send(request(path).method(method, BodyPublishers.noBody()), headers);
  }

  /** A call with a body; headers are name, value, name, value. */
  GatewayReply call(String method, String path, ObjectNode body, String... headers) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body.toString())),
        headers);
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(timeout);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private GatewayReply send(HttpRequest.Builder request, String... headers) {
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return read(http.send(request.build(), BodyHandlers.ofString()));
    } catch (HttpConnectTimeoutException | ConnectException noConnection) {
      throw unreachable(noConnection);
    } catch (HttpTimeoutException late) {
      throw away(
          "did not answer within %s. What was asked for may be done or not: look before you repeat"
              .formatted(TimeFormatter.span(timeout.toMillis())));
    } catch (SSLException untrusted) {
      throw away(
          "cannot be trusted: %s. Name its authority by --ca-file, and the host as its certificate"
                  .formatted(untrusted.getMessage())
              + " does");
    } catch (IOException broken) {
      throw unreachable(broken);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw away("was not waited for");
    }
  }

  private GatewayReply read(HttpResponse<String> response) {
    try {
      if (JSON.readTree(response.body()) instanceof ObjectNode json) {
        return new GatewayReply(response.statusCode(), json);
      }
    } catch (JsonProcessingException other) {
      // handled below, as is JSON that is not an object
    }
    throw away("answers %d, and not as a gateway does. Is it one".formatted(response.statusCode()));
  }

  private CliException unreachable(IOException why) {
    // Java's exception for a refused connection has no message
    var words = why.getMessage() == null ? "nothing listens there" : why.getMessage();
    return away(
        "cannot be reached: %s. Is it running? Say where by --gateway or DELAYGATE_GATEWAY"
            .formatted(words));
  }

  private CliException away(String why) {
    return new CliException(ExitStatus.UNAVAILABLE, "The gateway at " + url + " " + why + ".");
  }
}
