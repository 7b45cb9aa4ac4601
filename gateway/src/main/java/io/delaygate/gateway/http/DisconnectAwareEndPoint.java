package io.delaygate.gateway.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
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
final class DisconnectAwareEndPoint extends SocketChannelEndPoint
    implements ClientDisconnect.Watch {
  /** A request that came early, as large as its head may be by default; who sends more is there. */
  private static final int KEPT_BYTES = 16 * 1024;

  private final AtomicReference<@Nullable Request> awaited = new AtomicReference<>();
  private final Object watch = new Object();
  private final AtomicReference<@Nullable Runnable> unread = new AtomicReference<>();
  private ByteBuffer kept = BufferUtil.EMPTY_BUFFER;
  private @Nullable Runnable left;

  /** Without a stack trace: nobody reads it, and each call that is answered makes one. */
  private static final class Answered extends Exception {
    private static final long serialVersionUID = 1;

    private Answered() {
      super("the call is answered", null, false, false);
    }
  }

  DisconnectAwareEndPoint(
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

  /** On a thread of the server. */
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
      return kept.hasRemaining() ? BufferUtil.append(buffer, kept) : read(buffer);
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

  /** What Jetty gets: for it a reset is an end like any other. */
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

  /** As in the class above, which makes a reset look like an end: that says that all was read. */
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
   * The news may come late: who has read his answer calls again before the first call has ended
   * here, so that another one is watched by now.
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

  /** Reads what there is; who sent more than is kept is there. */
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
