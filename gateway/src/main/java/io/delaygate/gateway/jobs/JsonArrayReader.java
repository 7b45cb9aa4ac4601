package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a batch that is one JSON array. It splits elements by brackets, strings and commas
 * alone, so that each keeps the very characters that the caller sent. Whether an element is JSON is
 * checked when it is read as a job.
 */
final class JsonArrayReader implements BatchItem.Reader {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          // tokens are only counted through, which needs no stack
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .build();

  private final StreamedBody upload;
  private final int maxBytes;
  private boolean begun;
  private boolean ended;

  JsonArrayReader(StreamedBody upload, int maxBytes) {
    this.upload = upload;
    this.maxBytes = maxBytes;
  }

  @Override
  public @Nullable BatchItem next() {
    if (ended) {
      return end();
    }
    if (!begun) {
      begun = true;
      if (visible() != '[') {
        throw malformed("the body must be a JSON array");
      }
      var first = visible();
      if (first == ']') {
        return end();
      }
      return element(first);
    }
    return element(visible());
  }

  @Override
  public boolean endAt(BatchItem.Text malformed) {
    try (var parser = JSON.createParser(malformed.text())) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() != null;
    } catch (IOException notJson) {
      return true;
    }
  }

  private BatchItem element(int first) {
    var element = new BatchItem.Bytes(upload, maxBytes);
    var depth = 0;
    var quoted = false;
    for (var octet = first; ; octet = upload.read()) {
      if (octet < 0) {
        throw malformed("the body ends before the array is closed");
      }
      if (quoted) {
        quoted = octet != '"';
        if (octet == '\\') {
          element.add(octet);
          octet = upload.read();
        }
      } else if (depth == 0 && (octet == ',' || octet == ']')) {
        ended = octet == ']';
        return whole(element);
      } else {
        quoted = octet == '"';
        depth += octet == '{' || octet == '[' ? 1 : octet == '}' || octet == ']' ? -1 : 0;
        if (depth < 0) {
          throw malformed("a closing bracket has no opening bracket");
        }
      }
      if (octet >= 0) {
        element.add(octet);
      }
    }
  }

  private static BatchItem whole(BatchItem.Bytes element) {
    if (element.isBlank()) {
      throw malformed("an element of the array is missing");
    }
    return element.item();
  }

  private @Nullable BatchItem end() {
    ended = true;
    if (visible() >= 0) {
      throw malformed("nothing may follow the array");
    }
    return null;
  }

  private int visible() {
    var octet = upload.read();
    while (BatchItem.Bytes.isBlank(octet)) {
      octet = upload.read();
    }
    return octet;
  }

  private static ProblemException malformed(String detail) {
    return new ProblemException(ReasonCode.BODY_INVALID, detail);
  }
}
