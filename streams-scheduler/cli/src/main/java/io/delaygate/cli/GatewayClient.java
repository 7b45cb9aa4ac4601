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
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** HTTP client of one gateway, with one call at a time. */
final class GatewayClient {
  /** Enough for any connection: one that takes longer rarely succeeds. */
  private static final Duration CONNECT_MAX = Duration.ofSeconds(10);

  static final ObjectMapper JSON = new ObjectMapper();

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

  /**
   * A percent-encoded part of a path or query; dots too, as clients and proxies resolve them in
   * paths.
   */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace(".", "%2E");
  }

  /**
   * Makes a call; returns the body of the successful answer, and throws others.
   *
   * @param fields the query of a GET, and else the JSON body, if there is one
   * @param headers further ones, such as a condition
   * @param wait how much later than other answers this one may come
   */
  ObjectNode call(
      String method,
      String path,
      @Nullable ObjectNode fields,
      Map<String, String> headers,
      Duration wait) {
    var patience = timeout.plus(wait);
    var isGet = method.equals("GET");
    var address = URI.create(url + path + (isGet && fields != null ? query(fields) : ""));
    var request = HttpRequest.newBuilder(address).timeout(patience);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    headers.forEach(request::header);
    if (isGet || fields == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(fields.toString()));
    }
    try {
      return read(http.send(request.build(), BodyHandlers.ofString()));
    } catch (HttpConnectTimeoutException | ConnectException noConnection) {
      throw unreachable(noConnection);
    } catch (HttpTimeoutException late) {
      throw away(
          ("did not answer within %s. The call may have been carried out: check before you"
                  + " repeat it")
              .formatted(TimeFormatter.span(patience.toMillis())));
    } catch (SSLException untrusted) {
      throw away(
          ("is not trusted: %s. Give its certificate authority with --ca-file, and the host as"
                  + " in its certificate")
              .formatted(untrusted.getMessage()));
    } catch (IOException broken) {
      throw away(
          ("did not send a valid answer%s. The call may have been carried out: check before you"
                  + " repeat it")
              .formatted(reason(broken)));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw away("did not answer: the wait was interrupted");
    }
  }

  private static String query(ObjectNode fields) {
    return fields.properties().stream()
        .map(field -> field.getKey() + "=" + encoded(field.getValue().asText()))
        .collect(Collectors.joining("&", "?", ""));
  }

  private ObjectNode read(HttpResponse<String> response) {
    var status = response.statusCode();
    try {
      if (JSON.readTree(response.body()) instanceof ObjectNode json) {
        if (status >= 200 && status < 300) {
          return json;
        }
        throw new CliException(verdict(status, json.path("reason").asText()), said(json));
      }
    } catch (JsonProcessingException other) {
      // handled below, as is JSON that is not an object
    }
    throw away(
        ("answered %d, but not as a gateway does. Check the address in --gateway or"
                + " DELAYGATE_GATEWAY")
            .formatted(status));
  }

  private static ExitStatus verdict(int status, String reason) {
    return switch (status) {
      // other reasons: the path is unknown to this server or version
      case 404 -> reason.equals("JOB_NOT_FOUND") ? ExitStatus.NO : ExitStatus.UNAVAILABLE;
      case 409, 412, 422 -> ExitStatus.NO;
      case 401, 403, 405, 429 -> ExitStatus.UNAVAILABLE;
      default -> status >= 400 && status < 500 ? ExitStatus.USAGE : ExitStatus.UNAVAILABLE;
    };
  }

  /** The problem in one sentence, with its code and what to do next. */
  static String said(ObjectNode problem) {
    var reason = problem.path("reason").asText();
    var field = problem.path("field").asText();
    return problem.path("detail").asText()
        + (field.isEmpty() ? "" : ", field " + field)
        + " ("
        + reason
        + ")"
        + next(reason);
  }

  private static String next(String reason) {
    return switch (reason) {
      case "TOKEN_MISSING" -> "\nGive a token with --token-file or DELAYGATE_TOKEN_FILE.";
      case "TOKEN_INVALID" -> "\nCheck the file that --token-file or DELAYGATE_TOKEN_FILE names.";
      case "NO_ANSWER" -> "\nCheck the job with 'delaygate get' before you repeat the call.";
      case "TARGET_UNCHECKED" -> "\nTry again in a second.";
      case "OVERLOADED", "UNAVAILABLE", "QUERY_UNAVAILABLE" ->
          "\nTry again; the gateway's /readyz shows the cause.";
      default -> "";
    };
  }

  private CliException unreachable(IOException why) {
    return away(
        ("cannot be reached%s. Check that it is running, and its address in --gateway or"
                + " DELAYGATE_GATEWAY")
            .formatted(reason(why)));
  }

  /** Java's exceptions of an unknown host and of a refused connection have no message. */
  private static String reason(IOException why) {
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return ": its host name is unknown";
      }
    }
    return why.getMessage() == null ? "" : ": " + why.getMessage();
  }

  private CliException away(String why) {
    return new CliException(ExitStatus.UNAVAILABLE, "The gateway at " + url + " " + why + ".");
  }
}
