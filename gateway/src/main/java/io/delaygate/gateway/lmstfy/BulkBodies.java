package io.delaygate.gateway.lmstfy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.delaygate.schemas.contract.StrictUtf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpStatus;

/** Splitter of the body of a bulk publish into its jobs, each with the bytes that were sent. */
final class BulkBodies {
  static final int MOST = 64;

  /** Nesting limit: deeper than any sensible payload, and far from a stack overflow. */
  private static final int NESTING = 500;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // field names come from clients: a shared table of them would only fill up
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(NESTING).build())
          .build();

  private BulkBodies() {}

  /**
   * Splits an array into its elements.
   *
   * @param mostBytes of one element
   * @throws io.delaygate.gateway.http.ProblemException 400 or 413, in the wording of lmstfy
   */
  static List<byte[]> of(byte[] array, int mostBytes) {
    var bodies = parsed(array);
    if (bodies.isEmpty()) {
      throw LmstfyError.invalid("no jobs");
    }
    if (bodies.size() > MOST) {
      throw LmstfyError.invalid("too many jobs");
    }
    if (bodies.stream().anyMatch(body -> body.length > mostBytes)) {
      throw LmstfyError.of(HttpStatus.PAYLOAD_TOO_LARGE_413, "job too large");
    }
    return bodies;
  }

  private static List<byte[]> parsed(byte[] array) {
    try {
      return parsed(StrictUtf8.decode(array).orElseThrow(BulkBodies::none));
    } catch (IOException malformed) {
      throw none();
    }
  }

  private static List<byte[]> parsed(String array) throws IOException {
    // an array is parsed in place, so that offsets are positions in the text
    try (var parser = FACTORY.createParser(array.toCharArray())) {
      var first = parser.nextToken();
      if (first != JsonToken.START_ARRAY && first != JsonToken.VALUE_NULL) {
        throw none();
      }
      var bodies = new ArrayList<byte[]>();
      while (first == JsonToken.START_ARRAY && parser.nextToken() != JsonToken.END_ARRAY) {
        var body = element(parser, array);
        if (bodies.size() <= MOST) {
          bodies.add(body); // one too many is enough for a refusal
        }
      }
      if (parser.nextToken() != null) {
        throw none();
      }
      return bodies;
    }
  }

  private static byte[] element(JsonParser parser, String array) throws IOException {
    var begin = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    parser.finishToken();
    var end = (int) parser.currentLocation().getCharOffset();
    return array.substring(begin, end).strip().getBytes(UTF_8);
  }

  private static RuntimeException none() {
    return LmstfyError.invalid("request body should be an array of objects");
  }
}
