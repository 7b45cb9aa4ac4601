package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * JSON form of a job's bytes, with the field names of a schedule: UTF-8 as text, all else as base64
 * under the name's twin.
 */
public final class PayloadJson {
  private PayloadJson() {}

  /**
   * Adds {@code targetKey}, {@code headers} and {@code value}; a call of an endpoint has no key.
   */
  public static void add(ObjectNode job, ObjectNode payload) {
    if (!job.path("target").has("endpoint")) {
      bytes(job, "targetKey", payload.path("key"));
    }
    var headers = job.putArray("headers");
    for (var header : payload.path("headers")) {
      var shown = headers.addObject();
      shown.set("name", header.path("name"));
      bytes(shown, "value", header.path("value"));
    }
    bytes(job, "value", payload.path("value"));
  }

  /** Adds bytes, given as base64, under a name or its twin; anything else is null. */
  public static void bytes(ObjectNode json, String name, JsonNode base64) {
    if (!base64.isTextual()) {
      json.putNull(name);
      return;
    }
    bytes(json, name, Base64.getDecoder().decode(base64.textValue()));
  }

  /** Adds bytes under a name or its twin. */
  public static void bytes(ObjectNode json, String name, byte @Nullable [] bytes) {
    if (bytes == null) {
      json.putNull(name);
      return;
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      json.put(name, text);
    } catch (CharacterCodingException notUtf8) {
      json.put(name + "Base64", Base64.getEncoder().encodeToString(bytes));
    }
  }
}
