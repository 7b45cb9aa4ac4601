package io.delaygate.gateway.payload;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.DurationText;
import io.delaygate.schemas.command.WholeNumber;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the fields of one JSON object by name and type. A null field counts as absent, except
 * where null has a meaning of its own: serializers write absent fields as null.
 *
 * @param fields the object's fields
 * @param path position of the object, such as {@code headers[2].}; empty for the body itself
 */
public record FieldReader(Map<String, JsonNode> fields, String path) {
  public static FieldReader of(JsonNode node, String path) {
    if (!node.isObject()) {
      throw invalid(path, "must be a JSON object");
    }
    var fields = new LinkedHashMap<String, JsonNode>();
    node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return new FieldReader(fields, path + ".");
  }

  public void refuseUnknown(Collection<String> known) {
    for (var name : fields.keySet()) {
      if (!known.contains(name)) {
        throw unknown(name);
      }
    }
  }

  /** Problem of a field that the call does not have. */
  public ProblemException unknown(String name) {
    return ProblemException.at(
        path + name, ReasonCode.FIELD_UNKNOWN, "this call has no field '" + name + "'");
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  public @Nullable JsonNode node(String name) {
    var node = fields.get(name);
    return node == null || node.isNull() ? null : node;
  }

  public @Nullable String text(String name) {
    return scalar(name, JsonNode::isTextual, "must be a JSON string");
  }

  /** {@code true} or {@code false} as the text of a header. */
  public @Nullable String flag(String name) {
    return scalar(name, JsonNode::isBoolean, "must be true or false");
  }

  /**
   * The digits of a number, plain if it is whole: {@code 1500} for {@code 1.5e3}. The parser checks
   * whether it is a whole number in range.
   */
  public @Nullable String number(String name) {
    var digits = scalar(name, JsonNode::isNumber, "must be a JSON number");
    return digits == null ? null : WholeNumber.plain(digits);
  }

  private @Nullable String scalar(String name, Predicate<JsonNode> isOfType, String rule) {
    var node = node(name);
    if (node != null && !isOfType.test(node)) {
      throw invalid(path + name, rule);
    }
    return node == null ? null : node.asText();
  }

  /** A whole number within the bounds, both included; null without the field. */
  public @Nullable Long whole(String name, long least, long most) {
    var digits = number(name);
    return digits == null ? null : within(path + name, digits, least, most);
  }

  /** The digits of a duration in milliseconds, given as text or by its twin {@code …Ms}. */
  @Nullable String duration(String name) {
    var twin = name + "Ms";
    refuseBoth(name, has(name), twin);
    var text = text(name);
    return text == null ? number(twin) : millis(path + name, text);
  }

  /** A duration in milliseconds within the bounds, both included; null without it. */
  public @Nullable Long durationMs(String name, long leastMs, long mostMs) {
    var digits = duration(name);
    var given = path + (has(name) ? name : name + "Ms");
    return digits == null ? null : within(given, digits, leastMs, mostMs);
  }

  private static String millis(String field, String text) {
    try {
      return Long.toString(DurationText.ms(text));
    } catch (DateTimeException | ArithmeticException unreadable) {
      throw invalid(
          field, "'%s' is not a valid duration; use a form like 30s or PT30M".formatted(text));
    }
  }

  private static long within(String field, String digits, long least, long most) {
    try {
      var number = Long.parseLong(digits);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notWhole) {
      // refused below, with those out of bounds
    }
    throw invalid(
        field,
        "'%s' is not valid; use a whole number from %d to %d".formatted(digits, least, most));
  }

  /** The bytes of a text field or of its twin in base64; null when the one given is null. */
  public byte @Nullable [] bytes(String name) {
    var twin = name + "Base64";
    refuseBoth(name, has(name), twin);
    var text = text(name);
    return text != null ? utf8(path + name, text) : base64(twin);
  }

  public byte @Nullable [] base64(String name) {
    var text = text(name);
    if (text == null) {
      return null;
    }
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException notBase64) {
      throw invalid(path + name, "must be base64 (RFC 4648, section 4)");
    }
  }

  public void refuseBoth(String name, boolean hasName, String twin) {
    if (hasName && has(twin)) {
      throw invalid(
          path + twin,
          "'%s' and '%s' cannot be given together; use one of them".formatted(name, twin));
    }
  }

  /** Refuses a JSON string with half a surrogate pair, which UTF-8 cannot encode. */
  public static byte[] utf8(String field, String text) {
    try {
      var encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      var bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException loneSurrogate) {
      throw invalid(field, "must be valid text: it contains half a surrogate pair");
    }
  }

  public static ProblemException invalid(String field, String detail) {
    return ProblemException.at(field, ReasonCode.FIELD_INVALID, detail);
  }
}
