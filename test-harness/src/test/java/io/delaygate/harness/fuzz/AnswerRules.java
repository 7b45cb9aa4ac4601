package io.delaygate.harness.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules for answers: those of the document, and general ones for a healthy gateway. */
final class AnswerRules {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Text of Java, its libraries or brokers, which must not reach a caller. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          "Exception|io\\.delaygate|org\\.apache|org\\.eclipse|com\\.fasterxml|\\bjava\\.|jetty|javalin"
              + "|StreamReadFeature|\\[Source:|For input string|Cannot invoke|out of bounds"
              + "|No enum constant|Broker:",
          Pattern.CASE_INSENSITIVE);

  /** Operations whose answers may have such texts. */
  private static final Set<String> WITH_INTERNALS =
      Set.of("getMetrics", "getOpenApi", "getConsole", "getConsoleFile");

  private static final Pattern REQUEST_ID = Pattern.compile("[!-~]{1,128}");

  /** Headers that are required if the document names them. */
  private static final List<String> REQUIRED =
      List.of("Retry-After", "WWW-Authenticate", "Allow", "Location");

  private final ApiDescription document;

  AnswerRules(ApiDescription document) {
    this.document = document;
  }

  /** Faults of an answer; empty if there are none. */
  List<String> faults(FuzzCall call, WireAnswer answer) {
    var faults = new ArrayList<String>();
    var text = text(answer);
    if (text.isEmpty()) {
      faults.add("the answer is not UTF-8");
      return faults;
    }
    var operation = document.operation(call.method, call.rawPath());
    if (isUnexpectedFailure(operation, answer, text.get())) {
      faults.add("a healthy gateway answers " + answer.status());
    }
    if (answer.header("X-Request-Id").filter(REQUEST_ID.asMatchPredicate()).isEmpty()) {
      faults.add("the answer has no valid X-Request-Id");
    }
    if (operation.map(ApiOperation::id).filter(WITH_INTERNALS::contains).isEmpty()) {
      var internals = INTERNALS.matcher(text.get());
      if (internals.find()) {
        faults.add("the answer shows '" + internals.group() + "'");
      }
    }
    var response = response(call, operation, answer.status());
    if (response.isMissingNode()) {
      faults.add("the document has no such status");
    } else {
      var faultsOfContent = contentFaults(call, response, answer, text.get());
      if (!faultsOfContent.isEmpty()) {
        faults.add(String.join("; ", faultsOfContent));
      }
    }
    return faults;
  }

  /** Whether a server error is a fault; only requests without a worker's result may fail. */
  private static boolean isUnexpectedFailure(
      Optional<ApiOperation> operation, WireAnswer answer, String text) {
    if (answer.status() < 500) {
      return false;
    }
    var isRequest = operation.filter(it -> it.id().equals("requestResult")).isPresent();
    return !(isRequest && text.contains("\"NO_ANSWER\""));
  }

  private JsonNode response(FuzzCall call, Optional<ApiOperation> operation, int status) {
    var documented =
        operation.isPresent()
            ? document.response(operation.get(), status)
            : document.response(nameWithoutOperation(call, status));
    return documented.isMissingNode() && call.isMalformed
        ? document.response(nameOfMalformed(status))
        : documented;
  }

  /** Name of the response to a call that is not an operation. */
  private String nameWithoutOperation(FuzzCall call, int status) {
    return switch (status) {
      case 405 -> document.hasPath(call.rawPath()) ? "MethodNotAllowed" : "";
      case 403 -> "SiteForbidden";
      case 404 -> document.hasPath(call.rawPath()) ? "" : "NotFound";
      default -> nameOfMalformed(status);
    };
  }

  private static String nameOfMalformed(int status) {
    return switch (status) {
      case 400 -> "Malformed";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 414 -> "UriTooLong";
      case 417 -> "ExpectationFailed";
      case 431 -> "HeadersTooLarge";
      default -> "";
    };
  }

  /** Whether this kind of answer lacks the header that others of the status have. */
  private static boolean isOfOthers(String header, WireAnswer answer, String text) {
    return switch (header) {
      case "Location" -> answer.status() / 100 == 2 && text.contains("\"results\"");
      case "WWW-Authenticate" ->
          text.contains("\"HOST_FORBIDDEN\"") || text.contains("\"ORIGIN_FORBIDDEN\"");
      default -> false;
    };
  }

  private List<String> contentFaults(
      FuzzCall call, JsonNode response, WireAnswer answer, String text) {
    var faults = new ArrayList<String>();
    for (var name : REQUIRED) {
      if (response.path("headers").has(name)
          && answer.header(name).isEmpty()
          && !isOfOthers(name, answer, text)) {
        faults.add("the answer has no " + name);
      }
    }
    var content = response.path("content");
    if (call.method.equals("HEAD") || content.isMissingNode()) {
      if (!text.isEmpty()) {
        faults.add("the answer has a body");
      }
      return faults;
    }
    var type = content.path(answer.mediaType());
    if (type.isMissingNode()) {
      faults.add("the document has no such media type: " + answer.mediaType());
    } else if (answer.mediaType().endsWith("json")) {
      faults.addAll(jsonFaults(type.path("schema"), text));
    }
    return faults;
  }

  private List<String> jsonFaults(JsonNode schema, String text) {
    try {
      return document.faults(schema, JSON.readTree(text));
    } catch (JsonProcessingException notJson) {
      return List.of("the answer is not JSON: " + notJson.getOriginalMessage());
    }
  }

  /** Body of an answer as JSON, if it is. */
  static Optional<JsonNode> json(WireAnswer answer) {
    try {
      return answer.mediaType().endsWith("json")
          ? Optional.ofNullable(JSON.readTree(answer.body()))
          : Optional.empty();
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(WireAnswer answer) {
    try {
      var decoder = StandardCharsets.UTF_8.newDecoder();
      return Optional.of(decoder.decode(ByteBuffer.wrap(answer.body())).toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }
}
