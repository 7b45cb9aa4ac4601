package io.delaygate.gateway.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A job's bytes as JSON, in the words in which they are scheduled: what is UTF-8 as text, all else
 * as base64 under the name's twin.
 */
final class PayloadView {
  private PayloadView() {}

  /** Adds {@code targetKey}, {@code headers} and {@code value}. */
  static void add(ObjectNode job, ObjectNode payload) {
    bytes(job, "targetKey", payload.path("key"));
    var headers = job.putArray("headers");
    for (var header : payload.path("headers")) {
      var shown = headers.addObject();
      shown.set("name", header.path("name"));
      bytes(shown, "value", header.path("value"));
    }
    bytes(job, "value", payload.path("value"));
  }

  /** Adds bytes, given as base64, under a name or its twin; anything else is null. */
  static void bytes(ObjectNode json, String name, JsonNode base64) {
    if (!base64.isTextual()) {
      json.putNull(name);
      return;
    }
    try {
      var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64.textValue()));
      json.put(name, StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException notUtf8) {
      json.set(name + "Base64", base64);
    }
  }
}
