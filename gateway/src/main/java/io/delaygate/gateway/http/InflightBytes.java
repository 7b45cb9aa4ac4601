package io.delaygate.gateway.http;

import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limiter of the memory of all calls in flight. Above the limit calls are refused at once: waiting
 * would only move the queue into the HTTP threads. Items of batches do wait, as there are few
 * batches at a time. Thread-safe.
 */
public final class InflightBytes {
  private final long limit;
  private final AtomicLong held = new AtomicLong();
  private final AtomicInteger waiting = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();

  /** Limits calls to this many bytes. */
  public InflightBytes(long limit) {
    this.limit = limit;
  }

  /**
   * Books the fixed part of a call.
   *
   * @throws ProblemException 503 when there is no room
   */
  public Claim open() {
    var claim = new Claim();
    claim.grow(GatewaySettings.CALL_OVERHEAD_BYTES);
    return claim;
  }

  /**
   * Books a whole item of a batch. Its call holds a thread already, so it can wait.
   *
   * @param itemBytes the item; the fixed part comes on top
   * @param timeoutNanos how long to wait for room
   * @throws ProblemException 503 when too many bytes are in flight by then
   */
  public Claim await(int itemBytes, long timeoutNanos) throws InterruptedException {
    var claim = new Claim();
    var bytes = itemBytes + GatewaySettings.CALL_OVERHEAD_BYTES;
    if (!claim.book(bytes)) {
      waiting.incrementAndGet();
      try {
        awaitRoom(claim, bytes, timeoutNanos);
      } finally {
        waiting.decrementAndGet();
      }
    }
    return claim;
  }

  private void awaitRoom(Claim claim, int bytes, long timeoutNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var left = timeoutNanos;
      while (!claim.book(bytes)) {
        if (left <= 0) {
          throw full();
        }
        left = room.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The number of booked bytes. */
  public long held() {
    return held.get();
  }

  /** Bytes that one call has booked. Not thread-safe but for {@link #close}. */
  public final class Claim implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();
    private long bytes;

    private Claim() {}

    /**
     * Books more.
     *
     * @throws ProblemException 503 when there is no room; what was booked stays booked
     */
    public void grow(int more) {
      if (!book(more)) {
        throw full();
      }
    }

    private boolean book(int more) {
      var now = held.get();
      while (now + more <= limit) {
        if (held.compareAndSet(now, now + more)) {
          bytes += more;
          return true;
        }
        now = held.get();
      }
      return false;
    }

    /** Gives everything back, once. */
    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        held.addAndGet(-bytes);
        if (waiting.get() > 0) {
          lock.lock();
          try {
            room.signalAll();
          } finally {
            lock.unlock();
          }
        }
      }
    }
  }

  private static ProblemException full() {
    return new ProblemException(
        ReasonCode.OVERLOADED, "too many commands wait for Kafka; nothing was stored");
  }
}
