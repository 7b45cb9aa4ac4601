package io.delaygate.gateway.lmstfy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Job attributes: read from request headers of a publish, stored as record headers, shown as JSON.
 */
final class Attributes {
  static final int MOST = 16;
  static final int KEY_BYTES = 32;
  static final int VALUE_BYTES = 128;

  /** Prefix of record headers that are attributes. */
  static final String PREFIX = "Job-Attr-";

  private static final String ENABLING = "Enable-Job-Version";

  private Attributes() {}

  /**
   * The attributes of a publish as record headers; none without the header that enables them.
   *
   * @throws io.delaygate.gateway.http.ProblemException 400 when they are too many
   */
  static List<Header> of(Context ctx) {
    var headers = new ArrayList<Header>();
    if (!"YES".equals(ctx.header(ENABLING))) {
      return headers;
    }
    for (var name : Collections.list(ctx.req().getHeaderNames())) {
      if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
        var key = cut(name.substring(PREFIX.length()).toLowerCase(Locale.ROOT), KEY_BYTES);
        var value = cut(ctx.req().getHeader(name), VALUE_BYTES);
        headers.add(new RecordHeader(PREFIX + new String(key, UTF_8), value));
      }
    }
    if (headers.size() > MOST) {
      throw LmstfyError.invalid("too many attributes, cannot exceed 16");
    }
    return headers;
  }

  /** The attributes of a record; JSON null if it has none. */
  static JsonNode json(Iterable<Header> headers) {
    var found = new TreeMap<String, String>();
    for (var header : headers) {
      if (header.key().startsWith(PREFIX) && header.value() != null) {
        found.put(header.key().substring(PREFIX.length()), new String(header.value(), UTF_8));
      }
    }
    if (found.isEmpty()) {
      return JsonNodeFactory.instance.nullNode();
    }
    var json = LmstfyJsonWriter.object();
    found.forEach(json::put);
    return json;
  }

  private static byte[] cut(String text, int bytes) {
    var all = text.getBytes(UTF_8);
    return all.length > bytes ? Arrays.copyOf(all, bytes) : all;
  }
}
