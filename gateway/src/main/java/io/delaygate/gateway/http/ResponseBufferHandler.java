package io.delaygate.gateway.http;

import io.delaygate.service.http.FairShareLimiter;
import io.delaygate.service.http.FairShareLimiter.Grant;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty handler that buffers each answer and sends it asynchronously when it is complete. A client
 * that reads slowly holds no thread, and memory only up to a limit of size, which namespaces share,
 * and time; an idle time-out would begin anew with each byte. Jetty's own handlers limit neither:
 * the one that buffers has no limit, and the one for slow readers checks a write only before it
 * begins.
 */
final class ResponseBufferHandler extends Handler.Wrapper {
  /** Size up to which answers are not counted: nearly all are that small, and sent at once. */
  private static final int SMALL_BYTES = 32 << 10;

  private final Patience patience;
  private final JettyErrorHandler problems;
  private final HttpMetrics metrics;
  private final FairShareLimiter limiter;

  /** Buffers answers within these limits. */
  ResponseBufferHandler(Patience patience, JettyErrorHandler problems, HttpMetrics metrics) {
    this.patience = patience;
    this.problems = problems;
    this.metrics = metrics;
    this.limiter = new FairShareLimiter(patience.bytes());
  }

  /** The bytes of large answers that are not sent yet. */
  long held() {
    return limiter.held();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    var answer = new Answer(request, response, callback);
    return super.handle(request, answer, answer);
  }

  /** One answer; the callback is that of its call, which ends when the answer was sent. */
  private final class Answer extends Response.Wrapper implements Callback {
    private final Callback end;
    private final List<ByteBuffer> pieces = new ArrayList<>();
    private final Callback.Completable sent = new Callback.Completable();
    private long size;
    private long booked;
    private @Nullable String share;
    private Grant grant = Grant.GRANTED;
    private boolean isLeaving;

    Answer(Request request, Response response, Callback end) {
      super(request, response);
      this.end = end;
    }

    /** The bytes are copied, as the writer uses the buffer again afterwards. */
    @Override
    public void write(boolean last, @Nullable ByteBuffer bytes, Callback written) {
      var more = bytes == null ? 0 : bytes.remaining();
      if (grant != Grant.GRANTED || !book(more)) {
        drop();
      } else if (more > 0) {
        pieces.add(ByteBuffer.allocate(more).put(bytes).flip());
      }
      if (last) {
        leave();
      }
      written.succeeded();
    }

    private boolean book(int more) {
      size += more;
      var wanted = size > SMALL_BYTES ? size - booked : 0;
      if (wanted > 0) {
        if (booked == 0) {
          share = CallTrace.of(getRequest()).share(); // known by now: the call was admitted
        }
        grant = limiter.take(share, wanted);
        booked += grant == Grant.GRANTED ? wanted : 0;
      }
      return grant == Grant.GRANTED;
    }

    private void drop() {
      pieces.clear();
      free();
    }

    private void free() {
      if (booked > 0) {
        limiter.release(share, booked);
        booked = 0;
      }
    }

    private void leave() {
      isLeaving = true;
      if (grant != Grant.GRANTED) {
        var why = "too many large answers are being sent to clients that read slowly";
        var problem = SharedLimit.refusal(grant, why).problem();
        problems.answer(problem, getRequest(), getWrapped(), sent);
      } else {
        if (pieces.size() > 1) {
          getHeaders().put(HttpHeader.CONTENT_LENGTH, size);
        }
        Content.copy(new ByteBufferContentSource(pieces), getWrapped(), sent);
      }
      if (!sent.isDone()) {
        waitForReader();
      }
    }

    private void waitForReader() {
      var limit =
          getRequest().getComponents().getScheduler().schedule(this::cutOff, patience.time());
      var unused = sent.whenComplete((nothing, failure) -> limit.cancel());
    }

    private void cutOff() {
      metrics.cutOff();
      getRequest()
          .getConnectionMetaData()
          .getConnection()
          .getEndPoint()
          .close(new TimeoutException("the client did not read the answer in time"));
    }

    @Override
    public boolean isCommitted() {
      return isLeaving || super.isCommitted();
    }

    @Override
    public boolean hasLastWrite() {
      return isLeaving || super.hasLastWrite();
    }

    @Override
    public void reset() {
      super.reset();
      pieces.clear();
      free();
      size = 0;
      grant = Grant.GRANTED;
    }

    @Override
    public void succeeded() {
      if (!isLeaving) {
        end.succeeded();
        return;
      }
      var unused =
          sent.whenComplete(
              (nothing, failure) -> {
                free();
                if (failure == null) {
                  end.succeeded();
                } else {
                  end.failed(failure);
                }
              });
    }

    @Override
    public void failed(Throwable why) {
      free();
      end.failed(why);
    }
  }

  /**
   * Limits of answers to slow readers.
   *
   * @param bytes of large answers at a time, of all callers together
   * @param time to read an answer in
   */
  record Patience(long bytes, Duration time) {}
}
