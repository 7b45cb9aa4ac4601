package io.delaygate.gateway.payload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parsed JSON body: its fields, and its {@code value} as text. A value that is not a string stays
 * as the caller wrote it, character for character: parsing and writing it again would change
 * numbers.
 *
 * @param fields all fields but {@code value}, in their order
 * @param hasValue whether there is a field {@code value}
 * @param value the payload as text; null when it is absent or null
 */
public record JobBody(Map<String, JsonNode> fields, boolean hasValue, @Nullable String value) {
  static final String VALUE = "value";

  /** Nesting limit: deeper than any sensible payload, and far from a stack overflow. */
  private static final int NESTING = 500;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // field names come from clients: a shared table of them would only fill up
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(NESTING).build())
          .build();

  /** Keeps all digits of numbers with a fraction or an exponent, so that none is rounded. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper(FACTORY).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** Parses a body; ends the call with {@code BODY_INVALID} when it is not one JSON object. */
  public static JobBody parse(String text) {
    // an array is parsed in place, so that offsets are positions in the text
    try (var parser = FACTORY.createParser(text.toCharArray())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw invalid("the body must be a JSON object");
      }
      var body = object(parser, text);
      if (parser.nextToken() != null) {
        throw invalid("nothing may follow the JSON object");
      }
      return body;
    } catch (JsonProcessingException malformed) {
      throw invalid(describe(malformed));
    } catch (IOException unexpected) {
      throw new UncheckedIOException(unexpected);
    }
  }

  /**
   * The fields of a call that has no payload.
   *
   * @param known their names; any other ends the call with a problem
   */
  public FieldReader fieldsAmong(Collection<String> known) {
    var reader = new FieldReader(fields, "");
    reader.refuseUnknown(known);
    if (hasValue) {
      throw reader.unknown(VALUE);
    }
    return reader;
  }

  private static JobBody object(JsonParser parser, String text) throws IOException {
    var fields = new LinkedHashMap<String, JsonNode>();
    var hasValue = false;
    @Nullable String value = null;
    for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      if (name.equals(VALUE)) {
        hasValue = true;
        value = value(parser, text);
      } else {
        fields.put(name, MAPPER.readTree(parser));
      }
    }
    return new JobBody(fields, hasValue, value);
  }

  private static @Nullable String value(JsonParser parser, String text) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (!parser.currentToken().isStructStart()) {
      return parser.getText();
    }
    var start = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    return text.substring(start, (int) parser.currentLocation().getCharOffset());
  }

  /** Says the position of the error only: Jackson's own message quotes the body. */
  private static String describe(JsonProcessingException malformed) {
    var at = malformed.getLocation();
    return at == null
        ? "the body is malformed JSON, or nested too deeply"
        : "malformed JSON, a field given twice, or nesting too deep at line %d, column %d"
            .formatted(at.getLineNr(), at.getColumnNr());
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(ReasonCode.BODY_INVALID, detail);
  }
}
