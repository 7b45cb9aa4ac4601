package io.delaygate.service.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty handler that bounds how many calls are handled at a time, and how many of them hold a
 * thread. Others wait their turn, in order. Probes pass it: connections and threads above the
 * bounds are left for them. Thread-safe.
 *
 * <p>Jetty's QoSHandler bounds calls, but not the threads that they hold, and offers no way to end
 * the oldest wait.
 */
public final class CallSlots extends Handler.Wrapper {
  private final int most;
  private final CallThreads threads;
  private final Predicate<Request> isProbe;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int calls;

  /** Call that waits for its turn. */
  private record Waiting(Request request, Response response, Callback callback) {}

  /**
   * A handler.
   *
   * @param most calls that are handled at a time
   * @param threads that they may hold, those of other servers included
   * @param isProbe calls that never wait
   */
  public CallSlots(int most, CallThreads threads, Predicate<Request> isProbe) {
    this.most = most;
    this.threads = threads;
    this.isProbe = isProbe;
    threads.onFree(this::next);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (isProbe.test(request)) {
      return super.handle(request, response, callback);
    }
    synchronized (this) {
      if (!waiting.isEmpty() || !take()) {
        waiting.add(new Waiting(request, response, callback));
        return true;
      }
    }
    return begin(request, response, callback);
  }

  /** Number of calls that wait for their turn. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** Answers 503 to the call that has waited for the longest time; tells whether one waited. */
  boolean refuseOldest() {
    @Nullable Waiting oldest;
    synchronized (this) {
      oldest = waiting.poll();
    }
    if (oldest != null) {
      refuse(oldest);
    }
    return oldest != null;
  }

  /** Closes the connection, too: it is one more than there may be. */
  private static void refuse(Waiting call) {
    var connection = ArrivalHandler.connection(call.request());
    Response.writeError(
        call.request(),
        call.response(),
        Callback.from(call.callback(), () -> connection.close()),
        HttpStatus.SERVICE_UNAVAILABLE_503,
        "too many calls are being handled");
  }

  private boolean take() {
    if (calls == most || !threads.take()) {
      return false;
    }
    calls++;
    return true;
  }

  private boolean begin(Request request, Response response, Callback callback) throws Exception {
    var ended = new AtomicBoolean();
    Request.addCompletionListener(request, failure -> end(ended));
    try {
      var isHandled = super.handle(request, response, callback);
      if (!isHandled) {
        end(ended);
      }
      return isHandled;
    } finally {
      threads.release();
    }
  }

  private void end(AtomicBoolean ended) {
    if (!ended.getAndSet(true)) {
      synchronized (this) {
        calls--;
      }
      next();
    }
  }

  private void next() {
    @Nullable Waiting next;
    synchronized (this) {
      next = waiting.isEmpty() || !take() ? null : waiting.poll();
    }
    if (next != null) {
      resumeElsewhere(next);
    }
  }

  private void resumeElsewhere(Waiting call) {
    try {
      getServer().getThreadPool().execute(() -> resume(call));
    } catch (RejectedExecutionException stopped) {
      refuse(call);
      end(new AtomicBoolean());
      threads.release();
    }
  }

  private void resume(Waiting call) {
    try {
      if (!begin(call.request(), call.response(), call.callback())) {
        Response.writeError(
            call.request(), call.response(), call.callback(), HttpStatus.NOT_FOUND_404);
      }
    } catch (Throwable failed) {
      Response.writeError(call.request(), call.response(), call.callback(), failed);
    }
  }
}
