package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Locale;
import org.eclipse.jetty.http.MimeTypes;

/** Media types of a batch: newline-delimited JSON, or a JSON array. */
enum BatchMediaType {
  LINES,
  ARRAY;

  /** The media type that the call declares. */
  static BatchMediaType of(Context ctx) {
    var type = ctx.header(Header.CONTENT_TYPE);
    var charset = type == null ? null : MimeTypes.getCharsetFromContentType(type);
    var encoding = ctx.header(Header.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw unsupported("send the body without `Content-Encoding`");
    }
    if (type == null || !(charset == null || charset.equalsIgnoreCase("utf-8"))) {
      throw unsupported("send `application/x-ndjson` or `application/json`, in UTF-8");
    }
    var end = type.indexOf(';');
    var essence = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return switch (essence) {
      case "application/x-ndjson" -> LINES;
      case "application/json" -> ARRAY;
      default -> throw unsupported("send `application/x-ndjson` or `application/json`");
    };
  }

  BatchItemReader items(StreamedBody upload, int maxItemBytes) {
    return this == LINES
        ? new NdjsonReader(upload, maxItemBytes)
        : new JsonArrayReader(upload, maxItemBytes);
  }

  private static ProblemException unsupported(String detail) {
    return new ProblemException(ReasonCode.MEDIA_TYPE_UNSUPPORTED, detail);
  }
}
