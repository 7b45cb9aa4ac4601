package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.MinimumUploadRate;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Request body that is read as it arrives. Ends the call when it comes too slowly, or takes too
 * long: a caller that sends a byte now and then would hold its thread for ever.
 */
final class StreamedBody {
  private static final int PIECE_BYTES = 16 << 10;

  /**
   * Pauses of a caller that makes its items while it sends them: one as long as an idle connection
   * may be, or many short ones. It cannot wait for results, as they come with the last item.
   */
  private static final Duration SPARE = Duration.ofSeconds(30);

  /** Ten thousand jobs of 1.5 KiB over a line of 64 KiB/s, and time to spare. */
  private static final long WITHIN_NANOS = 300_000_000_000L;

  /** Time to drop what still comes, for a caller that gets its answer earlier. */
  private static final long DROP_NANOS = 10_000_000_000L;

  /** Bytes dropped for a caller that gets its answer before it has sent all; then it is cut off. */
  private static final long DROPPED_BYTES = 16 << 20;

  /** Bytes of items that are too large, before the call ends. */
  private static final long SKIPPED_BYTES = 64 << 20;

  private final InputStream stream;
  private final LongSupplier ticker;
  private final MinimumUploadRate rate;
  private final long startedAt;
  private final byte[] piece = new byte[PIECE_BYTES];
  private int at;
  private int length;
  private long skipped;
  private Runnable waiting = () -> {};

  /**
   * Reads this body.
   *
   * @param ticker monotonic nanoseconds
   */
  StreamedBody(InputStream stream, LongSupplier ticker) {
    this.stream = stream;
    this.ticker = ticker;
    this.rate = new MinimumUploadRate(ticker, SPARE);
    this.startedAt = ticker.getAsLong();
  }

  /** Runs the task whenever the call has to wait for more of the body. */
  void beforeWaiting(Runnable task) {
    waiting = task;
  }

  /** The next byte; -1 at the end. */
  int read() {
    if (at == length) {
      if (ticker.getAsLong() - startedAt > WITHIN_NANOS) {
        throw new ProblemException(
            ReasonCode.BODY_TOO_SLOW, "the body must arrive within 5 minutes");
      }
      fill();
    }
    return length < 0 ? -1 : piece[at++] & 0xFF;
  }

  /** Counts a byte that belongs to an item that is too large. */
  void skip() {
    if (++skipped > SKIPPED_BYTES) {
      throw new ProblemException(
          ReasonCode.BODY_TOO_LARGE,
          "an item is far larger than allowed; the rest of the body was not read");
    }
  }

  /**
   * Reads and drops some of what is still coming: closing a connection with unread input resets it,
   * and the reset can overtake the answer.
   */
  void drop() {
    var begunAt = ticker.getAsLong();
    try {
      for (var left = DROPPED_BYTES; left > 0 && length >= 0; left -= Math.max(0, length)) {
        if (ticker.getAsLong() - begunAt > DROP_NANOS) {
          return;
        }
        fill();
      }
    } catch (ProblemException gone) {
      length = -1;
    }
  }

  private void fill() {
    try {
      at = 0;
      if (length >= 0 && stream.available() <= 0) {
        waiting.run();
      }
      length = length < 0 ? -1 : rate.read(stream, piece);
    } catch (IOException unreadable) {
      // chunks that are not valid, a caller that went away or sends nothing more
      length = 0;
      throw new ProblemException(
          ReasonCode.BODY_INVALID, "the body ended early or is not valid HTTP; send it again");
    } catch (ProblemException tooSlow) {
      length = -1; // no more of it is read, and none dropped
      throw tooSlow;
    }
  }
}
