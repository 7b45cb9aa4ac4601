package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.StrictUtf8;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reader of whole request bodies, as bytes or as JSON text, with limits of size, time and slow
 * senders. Never holds more than the size limit in memory, whatever the headers say, and books each
 * piece as in flight before reading on. Thread-safe.
 */
public final class BodyReader {
  private static final int PIECE_BYTES = 16 << 10;

  /**
   * Each caller that is still sending holds a thread: this is a quarter of them, the rest is for
   * others.
   */
  private static final int SENDING = 64;

  /** Time for lost packets, and for a line that changes its cell, beyond what the rate allows. */
  private static final Duration SPARE = Duration.ofSeconds(10);

  private final LongSupplier ticker;
  private final int jsonBytes;
  private final SharedLimit sending =
      new SharedLimit(SENDING, "too many calls are still sending their bodies");

  /**
   * Reads with a time limit.
   *
   * @param ticker monotonic nanoseconds
   * @param jsonBytes the largest JSON body
   */
  public BodyReader(LongSupplier ticker, int jsonBytes) {
    this.ticker = ticker;
    this.jsonBytes = jsonBytes;
  }

  /** Body of one call that is being read. */
  private record Reading(
      int maxBytes, InflightBytes.Claim claim, ByteArrayOutputStream to, @Nullable String share) {}

  /**
   * The text of a JSON body.
   *
   * @throws ProblemException as {@link #read}; 415 when it is not JSON by its media type; 400 when
   *     it is not UTF-8
   */
  public String json(Context ctx, InflightBytes.Claim claim) {
    if (!"application/json".equals(MediaType.inUtf8(ctx))) {
      throw MediaType.unsupported("send `Content-Type: application/json`, in UTF-8");
    }
    MediaType.refuseEncoded(ctx);
    return StrictUtf8.decode(read(ctx, claim, jsonBytes))
        .orElseThrow(
            () -> new ProblemException(ReasonCode.BODY_INVALID, "the body must be valid UTF-8"));
  }

  /** Whether the call has no body; a body that still comes in pieces is one. */
  public static boolean isEmpty(Context ctx) {
    var length = ctx.req().getContentLengthLong();
    return length == 0
        || (length < 0 && ctx.header("Transfer-Encoding") == null && ctx.contentType() == null);
  }

  /**
   * The bytes of the body.
   *
   * @throws ProblemException 413 when there are more than {@code maxBytes}; 400 when the body
   *     breaks off; 408 when it comes too slowly; 503 when too many callers are still sending
   */
  public byte[] read(Context ctx, InflightBytes.Claim claim, int maxBytes) {
    var length = ctx.req().getContentLengthLong();
    if (length > maxBytes) {
      throw tooLarge(maxBytes);
    }
    var share = CallTrace.of(ctx).share();
    var reading = new Reading(maxBytes, claim, new ByteArrayOutputStream(), share);
    try {
      read(ctx, length, reading);
      return reading.to().toByteArray();
    } catch (IOException unreadable) {
      // chunks that are not valid, a caller that went away or sends nothing more
      throw new ProblemException(
          ReasonCode.BODY_INVALID, "the body ended early or is not valid HTTP; send it again");
    }
  }

  private void read(Context ctx, long length, Reading reading) throws IOException {
    var stream = ctx.req().getInputStream();
    var piece = new byte[PIECE_BYTES];
    while (reading.to().size() != length && stream.available() > 0) {
      take(stream.read(piece), piece, reading);
    }
    if (reading.to().size() != length) {
      await(ctx, piece, reading);
    }
  }

  /** Reads what is still being sent. */
  private void await(Context ctx, byte[] piece, Reading reading) throws IOException {
    sending.enter(reading.share());
    try {
      var rate = new MinimumUploadRate(ticker, SPARE);
      var unlimited = rate.limitIdleTime(ctx);
      try {
        var stream = ctx.req().getInputStream();
        while (take(rate.read(stream, piece), piece, reading)) {
          // the rate ends what is slow
        }
      } finally {
        unlimited.run();
      }
    } finally {
      sending.leave(reading.share());
    }
  }

  private static boolean take(int read, byte[] piece, Reading reading) {
    if (read < 0) {
      return false;
    }
    if (reading.to().size() + read > reading.maxBytes()) {
      throw tooLarge(reading.maxBytes());
    }
    reading.claim().grow(read);
    reading.to().write(piece, 0, read);
    return true;
  }

  private static ProblemException tooLarge(int maxBytes) {
    return new ProblemException(
        ReasonCode.BODY_TOO_LARGE, "the body may have at most %d bytes".formatted(maxBytes));
  }
}
