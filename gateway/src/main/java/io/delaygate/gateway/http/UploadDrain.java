package io.delaygate.gateway.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader that drops what is still coming of a body whose call is answered: closing a connection
 * with unread input resets it, and the reset can overtake the answer. Each holds a thread, so there
 * are few at a time, for a short time. Thread-safe.
 */
final class UploadDrain {
  private static final Logger LOG = LoggerFactory.getLogger(UploadDrain.class);
  private static final int PIECE_BYTES = 16 << 10;

  /** 4 MiB: an upload somewhat above the limit ends in order, a huge one is cut off. */
  private static final int PIECES = 256;

  /** An eighth of the threads that calls have; further connections are closed with the answer. */
  private static final int AT_A_TIME = 32;

  /** Longest pause of a sender. Bytes that are in flight already arrive within it. */
  private static final Duration SPARE = Duration.ofSeconds(2);

  private final LongSupplier ticker;
  private final Semaphore free = new Semaphore(AT_A_TIME);

  /**
   * Drops nothing yet.
   *
   * @param ticker monotonic nanoseconds
   */
  UploadDrain(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** Drops some of the body, if there is a thread for it. */
  void drop(Context ctx) throws IOException {
    if (!free.tryAcquire()) {
      return;
    }
    var rate = new MinimumUploadRate(ticker, SPARE);
    var unlimited = rate.limitIdleTime(ctx);
    var piece = new byte[PIECE_BYTES];
    try {
      var rest = ctx.req().getInputStream();
      for (var left = PIECES; left > 0 && rate.read(rest, piece) >= 0; left--) {
        // dropped
      }
    } catch (ProblemException tooSlow) {
      LOG.atDebug().log("The rest of a refused body arrived too slowly; its connection is closed");
    } finally {
      unlimited.run();
      free.release();
    }
  }
}
