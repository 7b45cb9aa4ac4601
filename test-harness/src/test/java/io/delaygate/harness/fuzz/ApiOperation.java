package io.delaygate.harness.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * Operation of the document.
 *
 * @param id its {@code operationId}
 * @param method in upper case
 * @param path the template, such as {@code /v1/jobs/{id}}
 * @param parameters of path, query and headers, resolved
 * @param bodies schemas of the request body by media type; empty for a call without body
 * @param responses by status, not resolved
 */
record ApiOperation(
    String id,
    String method,
    String path,
    List<JsonNode> parameters,
    Map<String, JsonNode> bodies,
    JsonNode responses) {

  /** The literal and variable parts of the path. */
  List<String> segments() {
    return List.of(path.substring(1).split("/", -1));
  }

  /** Whether a path, as it stands in a request line, is one of this operation. */
  boolean takes(String rawPath) {
    if (!rawPath.startsWith("/")) {
      return false;
    }
    var raw = rawPath.substring(1).split("/", -1);
    var own = segments();
    if (raw.length != own.size()) {
      return false;
    }
    for (var i = 0; i < raw.length; i++) {
      if (isVariable(own.get(i)) ? raw[i].isEmpty() : !raw[i].equals(own.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Number of variable parts of the path; if two operations match a path, the one with fewer wins.
   */
  long variables() {
    return segments().stream().filter(ApiOperation::isVariable).count();
  }

  static boolean isVariable(String segment) {
    return segment.startsWith("{");
  }
}
