package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Window of the items of one batch that are sent and not acknowledged. When it is full the sender
 * waits, until an acknowledgement makes room. Each item is booked gateway-wide, too.
 */
final class InflightWindow {
  /** Leaves most of the gateway's room to other calls. An item above it goes alone. */
  private static final int BYTES = 4 << 20;

  /**
   * Least bytes of an item: a thousand of them fill many batches of the producer, so that it is not
   * idle while it waits for acknowledgements.
   */
  private static final int ITEM_BYTES = BYTES / 1_000;

  /** Above the 10 s in which Kafka takes a command or fails it. */
  private static final long WAIT_NANOS = 15_000_000_000L;

  private final InflightBytes inflight;
  private final @Nullable String share;
  private final Semaphore room = new Semaphore(BYTES);

  /**
   * Window of a batch.
   *
   * @param share that the batch uses; null for none
   */
  InflightWindow(InflightBytes inflight, @Nullable String share) {
    this.inflight = inflight;
    this.share = share;
  }

  /**
   * Waits for a place.
   *
   * @return a task to run once, when the item is acknowledged or is not sent after all
   * @throws ProblemException 503 when Kafka makes no room
   */
  Runnable enter(int itemBytes) {
    var part = Math.min(BYTES, Math.max(ITEM_BYTES, itemBytes));
    try {
      if (!room.tryAcquire(part, WAIT_NANOS, TimeUnit.NANOSECONDS)) {
        throw new ProblemException(
            ReasonCode.OVERLOADED, "Kafka acknowledges no records; the item was not sent");
      }
      return book(itemBytes, part);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new ProblemException(ReasonCode.OVERLOADED, "the gateway is shutting down");
    }
  }

  private Runnable book(int itemBytes, int part) throws InterruptedException {
    try {
      var claim = inflight.await(share, itemBytes, WAIT_NANOS);
      return () -> {
        claim.close();
        room.release(part);
      };
    } catch (ProblemException | InterruptedException none) {
      room.release(part);
      throw none;
    }
  }
}
