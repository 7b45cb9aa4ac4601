package io.delaygate.gateway.http;

import io.delaygate.service.http.ArrivalEndPoint;
import io.delaygate.service.http.BoundedConnector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty end point that is not idle while its client waits for an answer, and that detects when the
 * client disconnects meanwhile.
 *
 * <p>Jetty reads nothing of an HTTP/1.1 connection while a call is handled, so it detects a lost
 * client only by writing the answer. What arrives during a watch is kept for Jetty, up to {@value
 * #KEPT_BYTES} bytes: the next call of a client that does not wait for answers, or the close alert
 * of TLS.
 */
final class DisconnectAwareEndPoint extends ArrivalEndPoint implements ClientDisconnect.Watch {
  /**
   * A request that came early, as large as its head may be by default; a client that sends more is
   * connected.
   */
  private static final int KEPT_BYTES = 16 * 1024;

  private final AtomicReference<@Nullable Request> awaited = new AtomicReference<>();
  private final Object watch = new Object();
  private final AtomicReference<@Nullable Runnable> unread = new AtomicReference<>();
  private ByteBuffer kept = BufferUtil.EMPTY_BUFFER;
  private @Nullable Runnable left;

  /** Without a stack trace: it is never read, and each answered call makes such an exception. */
  private static final class Answered extends Exception {
    private static final long serialVersionUID = 1;

    private Answered() {
      super("the call is answered", null, false, false);
    }
  }

  DisconnectAwareEndPoint(
      SocketChannel channel,
      ManagedSelector selector,
      SelectionKey key,
      BoundedConnector connector) {
    super(channel, selector, key, connector);
  }

  @Override
  protected void awaits(Request call) {
    awaited.set(call);
    super.awaits(call);
  }

  /** The next call on the connection may have come already. */
  @Override
  protected void answered(Request call) {
    awaited.compareAndSet(call, null);
    super.answered(call);
  }

  /** The task runs on a thread of the server. */
  @Override
  public void onLeft(Runnable left) {
    synchronized (watch) {
      this.left = left;
      look(left);
    }
  }

  @Override
  public boolean hasLeft() {
    Runnable watched;
    synchronized (watch) {
      watched = left;
      if (watched == null || isThere()) {
        return false; // without a watch Jetty reads itself
      }
    }
    leave(watched);
    return true;
  }

  @Override
  public void onUnread(Runnable told) {
    unread.set(told);
  }

  @Override
  public void fillInterested(Callback callback) {
    endWatch();
    super.fillInterested(callback);
    offerKept();
  }

  @Override
  public boolean tryFillInterested(Callback callback) {
    endWatch();
    var isRegistered = super.tryFillInterested(callback);
    offerKept();
    return isRegistered;
  }

  /** Jetty asks when a call is answered: no call could follow one of which more is being read. */
  @Override
  public boolean isFillInterested() {
    endWatch();
    return super.isFillInterested();
  }

  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    synchronized (watch) {
      endWatch();
      var length = kept.hasRemaining() ? BufferUtil.append(buffer, kept) : read(buffer);
      if (length > 0) {
        arrives();
      }
      return length;
    }
  }

  @Override
  public boolean flush(ByteBuffer... buffers) throws IOException {
    try {
      return super.flush(buffers);
    } catch (IOException gone) {
      tellUnread();
      throw gone;
    }
  }

  /** The read of Jetty, to which a reset is an end like any other. */
  private int read(ByteBuffer buffer) {
    try {
      var length = readStrictly(buffer);
      if (length != 0) {
        unread.set(null);
      }
      return length;
    } catch (IOException reset) {
      tellUnread();
      return -1;
    }
  }

  /**
   * Reads as the superclass does, but throws on a reset: the superclass reports a reset as an end,
   * which would mean that the client has read everything.
   */
  private int readStrictly(ByteBuffer buffer) throws IOException {
    if (isInputShutdown()) {
      return -1;
    }
    var position = BufferUtil.flipToFill(buffer);
    try {
      var length = getChannel().read(buffer);
      if (length > 0) {
        notIdle();
      } else if (length < 0) {
        shutdownInput();
      }
      return length;
    } catch (IOException reset) {
      shutdownInput();
      throw reset;
    } finally {
      BufferUtil.flipToFlush(buffer, position);
    }
  }

  private void tellUnread() {
    var told = unread.getAndSet(null);
    if (told != null) {
      told.run();
    }
  }

  @Override
  protected void onIdleExpired(TimeoutException why) {
    if (awaited.get() == null) {
      super.onIdleExpired(why);
    }
  }

  private void look(Runnable watched) {
    var looking = Callback.from(() -> arrived(watched), why -> leave(watched));
    if (!super.tryFillInterested(looking)) {
      left = null; // Jetty reads itself, and will notice
    }
  }

  /**
   * The event may come late: a client that has read its answer may call again before the first call
   * has ended here, so that another call is watched by now.
   */
  private void arrived(Runnable watched) {
    synchronized (watch) {
      if (left != watched) {
        return;
      }
      if (isThere()) {
        if (kept.remaining() < KEPT_BYTES) {
          look(watched);
        }
        return;
      }
    }
    leave(watched);
  }

  /** Reads what has arrived; a client that sent more than is kept is connected. */
  private boolean isThere() {
    try {
      var length = kept.remaining() < KEPT_BYTES ? keep() : 0;
      while (length > 0 && kept.remaining() < KEPT_BYTES) {
        length = keep();
      }
      return length >= 0;
    } catch (IOException reset) {
      tellUnread();
      return false;
    }
  }

  private int keep() throws IOException {
    var room = BufferUtil.allocate(KEPT_BYTES - kept.remaining());
    var length = readStrictly(room);
    if (length > 0) {
      var all = BufferUtil.allocate(kept.remaining() + length);
      BufferUtil.append(all, kept);
      BufferUtil.append(all, room);
      kept = all;
    }
    return length;
  }

  private void leave(Runnable watched) {
    synchronized (watch) {
      if (left != watched) {
        return;
      }
      left = null;
    }
    watched.run();
  }

  private void endWatch() {
    synchronized (watch) {
      if (left != null) {
        left = null;
        getFillInterest().onFail(new Answered());
      }
    }
  }

  /** Signals kept bytes, as the selector reports only bytes that arrive later. */
  private void offerKept() {
    boolean isKept;
    synchronized (watch) {
      isKept = kept.hasRemaining();
    }
    if (isKept) {
      getFillInterest().fillable();
    }
  }
}
