package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.EndPoint;

/**
 * Minimum rate at which the body of a call has to arrive while the gateway waits for it. Only that
 * time counts: a sender is not to blame for a gateway that waits for Kafka. Belongs to the thread
 * of the call.
 */
public final class MinimumUploadRate {
  /**
   * 16 KiB, the 128 kbit/s of a slow mobile line. The largest body by default takes two minutes
   * then; a client that sends single bytes loses its call after the spare time.
   */
  static final int BYTES_PER_SECOND = 16 << 10;

  private static final long NANOS_PER_BYTE = 1_000_000_000L / BYTES_PER_SECOND;

  private final LongSupplier ticker;
  private final Duration spare;
  private long leftNanos;

  /**
   * A rate of one body.
   *
   * @param ticker monotonic nanoseconds
   * @param spare time to wait beyond what the rate allows: pauses of the sender, lost packets. It
   *     comes back while the body arrives faster, and does not add up beyond this.
   */
  public MinimumUploadRate(LongSupplier ticker, Duration spare) {
    this.ticker = ticker;
    this.spare = spare;
    this.leftNanos = spare.toNanos();
  }

  /**
   * Reads what has arrived, or waits for more.
   *
   * @return number of bytes; negative at the end
   * @throws ProblemException 408 when the sender is too slow, or sends nothing until its connection
   *     is idle for too long
   */
  public int read(InputStream stream, byte[] piece) throws IOException {
    var begunAt = ticker.getAsLong();
    var length = timed(stream, piece);
    var left = leftNanos - (ticker.getAsLong() - begunAt) + NANOS_PER_BYTE * Math.max(0, length);
    leftNanos = Math.min(left, spare.toNanos());
    if (length >= 0 && leftNanos < 0) {
      throw tooSlow();
    }
    return length;
  }

  private int timed(InputStream stream, byte[] piece) throws IOException {
    try {
      return stream.read(piece);
    } catch (IOException failed) {
      for (Throwable why = failed; why != null; why = why.getCause()) {
        if (why instanceof TimeoutException) {
          throw tooSlow();
        }
      }
      throw failed;
    }
  }

  private ProblemException tooSlow() {
    return new ProblemException(
        ReasonCode.BODY_TOO_SLOW,
        "the body must arrive at a rate of at least %d KiB a second, with pauses of %d s at most"
            .formatted(BYTES_PER_SECOND >> 10, spare.toSeconds()));
  }

  /**
   * Shortens the idle time-out of a call's connection to the spare time: otherwise a client that
   * sends nothing could wait longer.
   *
   * @return restores the usual idle time-out; to be run once the body is read
   */
  Runnable limitIdleTime(Context ctx) {
    if (!(ctx.req().getAttribute(ClientDisconnect.ATTRIBUTE) instanceof EndPoint connection)) {
      return () -> {};
    }
    var usualMs = connection.getIdleTimeout();
    var shortMs = Math.min(usualMs, spare.toMillis());
    connection.setIdleTimeout(shortMs);
    return () -> {
      if (connection.getIdleTimeout() == shortMs) { // not shortened by a stop meanwhile
        connection.setIdleTimeout(usualMs);
      }
    };
  }
}
