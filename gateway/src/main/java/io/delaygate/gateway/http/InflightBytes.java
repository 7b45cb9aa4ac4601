package io.delaygate.gateway.http;

import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.service.http.FairShareLimiter;
import io.delaygate.service.http.FairShareLimiter.Grant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of the memory of all calls in flight, which namespaces share. Above the limit calls are
 * refused at once: waiting would only move the queue into the HTTP threads. Items of batches do
 * wait, as there are few batches at a time. Namespaces share the number of calls, too: each holds
 * one of the connections while it waits, maybe for minutes. Thread-safe.
 */
public final class InflightBytes {
  private final FairShareLimiter limiter;
  private final SharedLimit calls;

  private InflightBytes(FairShareLimiter limiter, SharedLimit calls) {
    this.limiter = limiter;
    this.calls = calls;
  }

  /** The limiter with these settings. The floor of each share is the largest call at least. */
  public static InflightBytes of(GatewaySettings settings) {
    return new InflightBytes(
        new FairShareLimiter(
            settings.maxInflightBytes(),
            settings.maxBodyBytes() + (long) GatewaySettings.CALL_OVERHEAD_BYTES),
        new SharedLimit(settings.maxConnections(), "too many calls wait for their answers"));
  }

  /**
   * Books the fixed part of a call.
   *
   * @param share that the call uses; null for none
   * @throws ProblemException 503 when there is no room
   */
  public Claim open(@Nullable String share) {
    if (share == null) { // the connections are the limit
      return opened(new Claim(null, () -> {}));
    }
    calls.enter(share);
    return opened(new Claim(share, () -> calls.leave(share)));
  }

  private static Claim opened(Claim claim) {
    try {
      claim.grow(GatewaySettings.CALL_OVERHEAD_BYTES);
      return claim;
    } catch (ProblemException full) {
      claim.close();
      throw full;
    }
  }

  /**
   * Books a whole item of a batch. Its call holds a thread already, so it can wait.
   *
   * @param share that the call uses; null for none
   * @param itemBytes the item; the fixed part comes on top
   * @param timeoutNanos how long to wait for room
   * @throws ProblemException 503 when too many bytes are in flight by then
   */
  public Claim await(@Nullable String share, int itemBytes, long timeoutNanos)
      throws InterruptedException {
    var claim = new Claim(share, () -> {});
    var bytes = itemBytes + GatewaySettings.CALL_OVERHEAD_BYTES;
    claim.booked(limiter.await(share, bytes, timeoutNanos), bytes);
    return claim;
  }

  /** The number of booked bytes. */
  public long held() {
    return limiter.held();
  }

  /** Bytes that one call has booked. Not thread-safe but for {@link #close}. */
  public final class Claim implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();
    private final @Nullable String share;
    private final Runnable leave;
    private long bytes;

    private Claim(@Nullable String share, Runnable leave) {
      this.share = share;
      this.leave = leave;
    }

    /**
     * Books more.
     *
     * @throws ProblemException 503 when there is no room; what was booked stays booked
     */
    public void grow(int more) {
      booked(limiter.take(share, more), more);
    }

    private void booked(Grant grant, int more) {
      SharedLimit.check(grant, "too many commands wait for Kafka; nothing was stored");
      bytes += more;
    }

    /** Gives everything back, once. */
    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        limiter.release(share, bytes);
        leave.run();
      }
    }
  }
}
