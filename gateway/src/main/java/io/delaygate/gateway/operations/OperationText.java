package io.delaygate.gateway.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON of the records about operations. A field that is not known is ignored. */
final class OperationText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OperationText() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static byte[] bytes(JsonNode json) {
    try {
      return JSON.writeValueAsBytes(json);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * A record's value.
   *
   * @throws IllegalArgumentException if it is not a JSON object
   */
  static ObjectNode parse(byte[] value) {
    try {
      if (JSON.readTree(value) instanceof ObjectNode object) {
        return object;
      }
    } catch (IOException malformed) {
      throw new IllegalArgumentException("its value is not JSON", malformed);
    }
    throw new IllegalArgumentException("its value is not a JSON object");
  }

  static ObjectNode objectOf(JsonNode json, String name) {
    return json.path(name) instanceof ObjectNode object ? object : object();
  }
}
