package io.delaygate.gateway.publish;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of all calls that are not answered yet. Above the limit calls are turned away at once:
 * waiting would only move the queue into the HTTP threads. Thread-safe.
 */
public final class InflightBytes {
  private final long limit;
  private final AtomicLong held = new AtomicLong();

  /** With room for this many bytes. */
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

  /** How much is booked. */
  public long held() {
    return held.get();
  }

  /** What one call has booked. Not thread-safe but for {@link #close}. */
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
      if (held.addAndGet(more) > limit) {
        held.addAndGet(-more);
        throw new ProblemException(
            ReasonCode.OVERLOADED, "too many commands wait for Kafka; nothing was stored");
      }
      bytes += more;
    }

    /** Gives everything back, once. */
    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        held.addAndGet(-bytes);
      }
    }
  }
}
