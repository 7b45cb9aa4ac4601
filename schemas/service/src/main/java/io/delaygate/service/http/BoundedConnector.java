package io.delaygate.service.http;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Jetty connector with a bound of its connections. It always accepts: above the bound it closes the
 * connection whose client has sent nothing, or not the whole of its call, for the longest time; if
 * each of them has a call, the call that has waited longest is refused. It closes those whose call
 * does not arrive in time.
 *
 * <p>Jetty's own limit of connections stops to accept instead, so that clients that trickle shut
 * everybody out, probes too.
 */
public class BoundedConnector extends ServerConnector {
  /**
   * Time for the head of a call and a small body: 16 KiB over a line of 13 kbit/s. TLS is
   * negotiated within it.
   */
  public static final Duration ARRIVAL = Duration.ofSeconds(10);

  private static final long LOOK_MS = 1_000;

  /** Some round trips of a client that is far away. */
  private static final long NEW_NANOS = 500_000_000;

  private final int most;
  private final @Nullable CallSlots slots;
  private final Duration arrival;
  private final LongSupplier ticker;
  private final ConnectionsWithoutCall withoutCall = new ConnectionsWithoutCall();

  /** A connector, in clear if {@code tls} is null. */
  public BoundedConnector(
      Server server,
      SslContextFactory.@Nullable Server tls,
      HttpConfiguration http,
      Bounds bounds) {
    super(server, tls, new HttpConnectionFactory(http));
    this.most = bounds.connections();
    this.slots = bounds.slots();
    this.arrival = bounds.arrival();
    this.ticker = bounds.ticker();
  }

  /**
   * Bounds of a port.
   *
   * @param connections how many at most
   * @param slots for calls of the same server, fewer than connections; null without a bound of
   *     calls
   * @param arrival time for a call to arrive
   * @param ticker monotonic nanoseconds
   */
  public record Bounds(
      int connections, @Nullable CallSlots slots, Duration arrival, LongSupplier ticker) {}

  /** Bounds of a port without a bound of calls. */
  public static Bounds bounds(int connections, LongSupplier ticker) {
    return new Bounds(connections, null, ARRIVAL, ticker);
  }

  /** Monotonic nanoseconds. */
  LongSupplier ticker() {
    return ticker;
  }

  /** Connections that may be closed for others. */
  ConnectionsWithoutCall withoutCall() {
    return withoutCall;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    look();
  }

  @Override
  protected SocketChannelEndPoint newEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key) {
    var connection = endPoint(channel, selector, key);
    connection.setIdleTimeout(getIdleTimeout());
    return connection;
  }

  /** An end point of a connection that was just accepted. */
  protected ArrivalEndPoint endPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key) {
    return new ArrivalEndPoint(channel, selector, key, this);
  }

  @Override
  protected void onEndPointOpened(EndPoint opened) {
    super.onEndPointOpened(opened);
    withoutCall.addLast((ArrivalEndPoint) opened);
    if (getConnectedEndPoints().size() > most) {
      makeRoom(opened);
    }
  }

  @Override
  protected void onEndPointClosed(EndPoint closed) {
    withoutCall.remove((ArrivalEndPoint) closed);
    super.onEndPointClosed(closed);
  }

  /** Spares connections that are so new that their calls may be on the way, if it can. */
  private void makeRoom(EndPoint opened) {
    var now = ticker.getAsLong();
    var old = withoutCall.poll(opened, now - NEW_NANOS);
    if (old == null && slots != null && slots.refuseOldest()) {
      return;
    }
    var oldest = old == null ? withoutCall.poll(opened, now) : old;
    var closed = oldest == null ? opened : oldest;
    closed.close(new TimeoutException("closed to make room for another connection"));
  }

  /** Closes what is late, and looks again. */
  private void look() {
    if (!isRunning() && !isStarting()) {
      return;
    }
    try {
      closeLate(ticker.getAsLong() - arrival.toNanos());
    } finally {
      getScheduler().schedule(this::look, LOOK_MS, TimeUnit.MILLISECONDS);
    }
  }

  private void closeLate(long beforeNanos) {
    for (var connection : getConnectedEndPoints()) {
      if (((ArrivalEndPoint) connection).isLate(beforeNanos)) {
        connection.close(new TimeoutException("its call did not arrive within " + arrival));
      }
    }
  }
}
