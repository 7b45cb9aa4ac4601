package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.eclipse.jetty.http.MimeTypes;
import org.jspecify.annotations.Nullable;

/** Reader of JSON bodies as strict UTF-8 text. Thread-safe. */
public final class JsonBodyReader {
  private final BodyReader bodies;
  private final int maxBytes;

  /** Reads bodies up to this size. */
  public JsonBodyReader(BodyReader bodies, int maxBytes) {
    this.bodies = bodies;
    this.maxBytes = maxBytes;
  }

  /**
   * The body. Ends the call with a problem when it is too large, not UTF-8, or not JSON by its
   * media type.
   */
  public String read(Context ctx, InflightBytes.Claim claim) {
    checkMediaType(ctx);
    return strictUtf8(bodies.read(ctx, claim, maxBytes));
  }

  /** Whether there is no body at all, not even one that is still to come in pieces. */
  public boolean isEmpty(Context ctx) {
    var length = ctx.req().getContentLengthLong();
    return length == 0
        || (length < 0 && ctx.header("Transfer-Encoding") == null && ctx.contentType() == null);
  }

  private static String strictUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      throw new ProblemException(ReasonCode.BODY_INVALID, "the body is not UTF-8");
    }
  }

  private static void checkMediaType(Context ctx) {
    var type = ctx.header(Header.CONTENT_TYPE);
    var charset = type == null ? null : MimeTypes.getCharsetFromContentType(type);
    var encoding = ctx.header(Header.CONTENT_ENCODING);
    if (!isJson(type) || !(charset == null || charset.equalsIgnoreCase("utf-8"))) {
      throw new ProblemException(
          ReasonCode.MEDIA_TYPE_UNSUPPORTED, "send `Content-Type: application/json`, in UTF-8");
    }
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new ProblemException(
          ReasonCode.MEDIA_TYPE_UNSUPPORTED, "send the body without `Content-Encoding`");
    }
  }

  private static boolean isJson(@Nullable String type) {
    if (type == null) {
      return false;
    }
    var end = type.indexOf(';');
    var essence = (end < 0 ? type : type.substring(0, end)).strip();
    return essence.toLowerCase(Locale.ROOT).equals("application/json");
  }
}
