package io.delaygate.service.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Jetty end point that knows whether its client has a call that arrived, is still sending one, or
 * sends nothing. Jetty's own idle time-out begins anew with each byte, so that a client that
 * trickles never meets it. Thread-safe.
 */
public class ArrivalEndPoint extends SocketChannelEndPoint {
  private final AtomicReference<@Nullable Request> handled = new AtomicReference<>();
  private volatile boolean isArriving;
  private final LongSupplier ticker;
  private final ConnectionsWithoutCall withoutCall;
  private volatile long sinceNanos;

  /**
   * An end point of a connection that was just accepted.
   *
   * @param connector whose timer and ticker it uses
   */
  public ArrivalEndPoint(
      SocketChannel channel,
      ManagedSelector selector,
      SelectionKey key,
      BoundedConnector connector) {
    super(channel, selector, key, connector.getScheduler());
    this.ticker = connector.ticker();
    this.withoutCall = connector.withoutCall();
    this.sinceNanos = ticker.getAsLong();
  }

  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    var length = super.fill(buffer);
    if (length > 0) {
      arrives();
    }
    return length;
  }

  /** Bytes of a client were read. */
  protected final void arrives() {
    if (handled.get() == null && !isArriving) {
      begin(true);
    }
  }

  private void begin(boolean isArriving) {
    sinceNanos = ticker.getAsLong();
    this.isArriving = isArriving;
    withoutCall.addLast(this);
  }

  /** A call has arrived, or may take its time from now on. */
  final void accept(Request call) {
    handled.set(call);
    isArriving = false;
    withoutCall.remove(this);
  }

  /** A call has arrived completely: its client waits for the answer. */
  protected void awaits(Request call) {
    accept(call);
  }

  /** A call is answered. The next one on the connection may have come already. */
  protected void answered(Request call) {
    if (handled.compareAndSet(call, null) || handled.get() == null) {
      begin(false);
    }
  }

  /**
   * Whether a call that began to arrive before this has still not arrived; monotonic nanoseconds.
   */
  final boolean isLate(long beforeNanos) {
    return isArriving && sinceNanos - beforeNanos < 0;
  }

  /** Whether no call of the client is being handled, so that its connection may be closed. */
  final boolean isWithoutCall() {
    return handled.get() == null;
  }

  /** Since when a call has been arriving, or nothing has been sent; monotonic nanoseconds. */
  final long sinceNanos() {
    return sinceNanos;
  }
}
