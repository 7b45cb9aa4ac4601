package io.delaygate.gateway.request;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.publish.InflightBytes;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.MimeTypes;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON body as text. Never holds more than the limit in memory, whatever the headers say,
 * and books each piece as in flight before reading on.
 */
public final class JsonRequest {
  private static final int PIECE_BYTES = 16 << 10;

  /**
   * Each caller that is still sending holds a thread: a quarter of them, the rest is for others.
   */
  private static final int SENDING = 64;

  /** The largest body over a line of 2 Mbit/s. */
  private static final long WITHIN_NANOS = 10_000_000_000L;

  private final int maxBytes;
  private final LongSupplier ticker;
  private final Semaphore sending = new Semaphore(SENDING);

  /**
   * Reads bodies up to this size.
   *
   * @param ticker monotonic nanoseconds
   */
  public JsonRequest(int maxBytes, LongSupplier ticker) {
    this.maxBytes = maxBytes;
    this.ticker = ticker;
  }

  /** The body. Ends the call with a problem when it is too large, not UTF-8, or no JSON by type. */
  public String read(Context ctx, InflightBytes.Claim claim) {
    checkMediaType(ctx);
    if (ctx.req().getContentLengthLong() > maxBytes) {
      throw tooLarge();
    }
    try {
      return strictUtf8(bytes(ctx, claim));
    } catch (IOException unreadable) {
      // chunks that are none, a caller that went away or sends nothing more
      throw new ProblemException(ReasonCode.BODY_INVALID, "the body could not be read to its end");
    }
  }

  /** Whether there is no body at all, not even one that is still to come in pieces. */
  public boolean isEmpty(Context ctx) {
    var length = ctx.req().getContentLengthLong();
    return length == 0
        || (length < 0 && ctx.header("Transfer-Encoding") == null && ctx.contentType() == null);
  }

  private byte[] bytes(Context ctx, InflightBytes.Claim claim) throws IOException {
    var stream = ctx.req().getInputStream();
    var length = ctx.req().getContentLengthLong();
    var body = new ByteArrayOutputStream();
    var piece = new byte[PIECE_BYTES];
    while (body.size() != length && stream.available() > 0) {
      take(stream.read(piece), piece, body, claim);
    }
    if (body.size() != length) {
      await(stream, piece, body, claim);
    }
    return body.toByteArray();
  }

  /** What is still being sent. */
  private void await(
      InputStream stream, byte[] piece, ByteArrayOutputStream body, InflightBytes.Claim claim)
      throws IOException {
    if (!sending.tryAcquire()) {
      throw new ProblemException(
          ReasonCode.OVERLOADED, "too many callers are still sending their bodies");
    }
    try {
      var startedAt = ticker.getAsLong();
      while (take(stream.read(piece), piece, body, claim)) {
        if (ticker.getAsLong() - startedAt > WITHIN_NANOS) {
          throw new ProblemException(ReasonCode.BODY_INVALID, "the body took more than 10 seconds");
        }
      }
    } finally {
      sending.release();
    }
  }

  private boolean take(
      int read, byte[] piece, ByteArrayOutputStream to, InflightBytes.Claim claim) {
    if (read < 0) {
      return false;
    }
    if (to.size() + read > maxBytes) {
      throw tooLarge();
    }
    claim.grow(read);
    to.write(piece, 0, read);
    return true;
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

  private ProblemException tooLarge() {
    return new ProblemException(
        ReasonCode.BODY_TOO_LARGE, "the body may have %d bytes".formatted(maxBytes));
  }
}
