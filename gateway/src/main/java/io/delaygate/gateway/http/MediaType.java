package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Locale;
import org.eclipse.jetty.http.MimeTypes;
import org.jspecify.annotations.Nullable;

/** Check of the media type of a request body. */
public final class MediaType {
  private MediaType() {}

  /** The type in lower case, without parameters; null for none, and for other text than UTF-8. */
  public static @Nullable String inUtf8(Context ctx) {
    var type = ctx.header(Header.CONTENT_TYPE);
    var charset = type == null ? null : MimeTypes.getCharsetFromContentType(type);
    if (type == null || !(charset == null || charset.equalsIgnoreCase("utf-8"))) {
      return null;
    }
    var end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** Refuses a compressed body. */
  public static void refuseEncoded(Context ctx) {
    var encoding = ctx.header(Header.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw unsupported("send the body without `Content-Encoding`");
    }
  }

  /** Problem of a body whose type the call does not take. */
  public static ProblemException unsupported(String detail) {
    return new ProblemException(ReasonCode.MEDIA_TYPE_UNSUPPORTED, detail);
  }
}
