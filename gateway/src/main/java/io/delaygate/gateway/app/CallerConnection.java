package io.delaygate.gateway.app;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is not idle while its caller waits for an answer, and that notices when he
 * leaves meanwhile.
 *
 * <p>Jetty reads nothing of an HTTP/1.1 connection while a call is handled, and so learns only by
 * writing the answer that nobody is there. What arrives while somebody watches is kept for Jetty,
 * up to {@value #KEPT_BYTES} bytes: the next call of one who does not wait for answers, or the
 * farewell of TLS.
 */
final class CallerConnection extends SocketChannelEndPoint {
  /** A request that came early, as large as its head may be by default; who sends more is there. */
  private static final int KEPT_BYTES = 16 * 1024;

  private final AtomicReference<@Nullable Request> awaited = new AtomicReference<>();
  private final Object watch = new Object();
  private ByteBuffer kept = BufferUtil.EMPTY_BUFFER;
  private @Nullable Runnable left;

  CallerConnection(
      SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler timer) {
    super(channel, selector, key, timer);
  }

  /** The call has come whole: its caller waits for the answer. */
  void awaits(Request call) {
    awaited.set(call);
  }

  /** The next call on the connection may have come already. */
  void answered(Request call) {
    awaited.compareAndSet(call, null);
  }

  /** Runs that once, on a thread of the server, when the caller leaves before he has an answer. */
  void watch(Runnable left) {
    synchronized (watch) {
      this.left = left;
      look();
    }
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

  /** Asked when a call is answered: one of which more is being read could not be followed. */
  @Override
  public boolean isFillInterested() {
    endWatch();
    return super.isFillInterested();
  }

  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    synchronized (watch) {
      endWatch();
      return kept.hasRemaining() ? BufferUtil.append(buffer, kept) : super.fill(buffer);
    }
  }

  @Override
  protected void onIdleExpired(TimeoutException why) {
    if (awaited.get() == null) {
      super.onIdleExpired(why);
    }
  }

  private void look() {
    if (!super.tryFillInterested(Callback.from(this::arrived, why -> leave()))) {
      left = null; // Jetty reads itself, and will notice
    }
  }

  private void arrived() {
    synchronized (watch) {
      if (left == null) {
        return;
      }
      try {
        if (keep() >= 0) {
          if (kept.remaining() < KEPT_BYTES) {
            look();
          }
          return;
        }
      } catch (IOException gone) {
        // as if it had ended
      }
    }
    leave();
  }

  private int keep() throws IOException {
    var room = BufferUtil.allocate(KEPT_BYTES - kept.remaining());
    var length = super.fill(room);
    if (length > 0) {
      var all = BufferUtil.allocate(kept.remaining() + length);
      BufferUtil.append(all, kept);
      BufferUtil.append(all, room);
      kept = all;
    }
    return length;
  }

  private void leave() {
    Runnable told;
    synchronized (watch) {
      told = left;
      left = null;
    }
    if (told != null) {
      told.run();
    }
  }

  private void endWatch() {
    synchronized (watch) {
      if (left != null) {
        left = null;
        getFillInterest().onFail(new CancellationException("the call is answered"));
      }
    }
  }

  /** The selector tells of what arrives, and this has. */
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
