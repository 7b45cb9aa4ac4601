package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Window of the items of one batch that are sent and not acknowledged. When it is full the sender
 * waits, until an acknowledgement makes room. Each item is booked gateway-wide, too.
 */
final class InflightWindow {
  /**
   * Fills many batches of the producer, so that it is not idle while it waits for acknowledgements.
   */
  static final int ITEMS = 1_000;

  /** Leaves most of the gateway's room to other calls. An item above it goes alone. */
  static final int BYTES = 4 << 20;

  /** Above the 10 s in which Kafka takes a command or fails it. */
  private static final long WAIT_NANOS = 15_000_000_000L;

  private final InflightBytes inflight;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private int items;
  private int bytes;

  InflightWindow(InflightBytes inflight) {
    this.inflight = inflight;
  }

  /**
   * Waits for a place.
   *
   * @return a task to run once, when the item is acknowledged or is not sent after all
   * @throws ProblemException 503 when Kafka makes no room
   */
  Runnable enter(int itemBytes) {
    try {
      awaitRoom(itemBytes);
      return book(itemBytes);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new ProblemException(ReasonCode.OVERLOADED, "the gateway is shutting down");
    }
  }

  private Runnable book(int itemBytes) throws InterruptedException {
    try {
      var claim = inflight.await(itemBytes, WAIT_NANOS);
      return () -> {
        claim.close();
        leave(itemBytes);
      };
    } catch (ProblemException | InterruptedException none) {
      leave(itemBytes);
      throw none;
    }
  }

  private void awaitRoom(int itemBytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var left = WAIT_NANOS;
      while (items > 0 && (items == ITEMS || bytes + itemBytes > BYTES)) {
        if (left <= 0) {
          throw new ProblemException(
              ReasonCode.OVERLOADED, "Kafka acknowledges nothing; the item was not sent");
        }
        left = room.awaitNanos(left);
      }
      items++;
      bytes += itemBytes;
    } finally {
      lock.unlock();
    }
  }

  private void leave(int itemBytes) {
    lock.lock();
    try {
      items--;
      bytes -= itemBytes;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
