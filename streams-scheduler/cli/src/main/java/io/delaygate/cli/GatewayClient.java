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

/** Calls to one gateway, one after the other. */
final class GatewayClient {
  /** A connection is there at once, or it will not be. */
  private static final Duration CONNECT_MAX = Duration.ofSeconds(10);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String url;
  private final @Nullable String token;
  private final Duration timeout;
  private final HttpClient http;

  /**
   * The gateway at an address.
   *
   * @param url without a slash at its end
   * @param timeout for each answer
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

  /** The same, for calls that the gateway itself keeps waiting for so long. */
  GatewayClient waiting(Duration wait) {
    return new GatewayClient(this, timeout.plus(wait));
  }

  /** The path of a job, whatever its id is. */
  static String job(String id) {
    return "/v1/jobs/" + encoded(id);
  }

  /** A part of a path or query; dots too, as clients and proxies resolve them in paths. */
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
              .formatted(Moments.span(timeout.toMillis())));
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
      // answered below, as is JSON that is no object
    }
    throw away("answers %d, and not as a gateway does. Is it one".formatted(response.statusCode()));
  }

  private CliException unreachable(IOException why) {
    // Java's own exception for a refused connection has no words at all
    var words = why.getMessage() == null ? "nothing listens there" : why.getMessage();
    return away(
        "cannot be reached: %s. Is it running? Say where by --gateway or DELAYGATE_GATEWAY"
            .formatted(words));
  }

  private CliException away(String why) {
    return new CliException(ExitStatus.UNAVAILABLE, "The gateway at " + url + " " + why + ".");
  }
}
