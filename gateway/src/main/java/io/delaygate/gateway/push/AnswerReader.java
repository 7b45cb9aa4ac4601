package io.delaygate.gateway.push;

import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Reader of one answer: keeps the first bytes, lets the rest pass, and gives up a body that is too
 * long. Such an answer counts all the same, since its status was complete.
 */
final class AnswerReader implements Response.Listener {
  /** Most bytes of a body that are read: enough for any acknowledgement, to keep a connection. */
  static final int MAX_BODY_BYTES = 64 * 1024;

  private final CompletableFuture<CallEnd> end = new CompletableFuture<>();
  private final ByteArrayOutputStream head = new ByteArrayOutputStream(CallEnd.HEAD_BYTES);
  private final Duration timeout;
  private final LongSupplier ticker;
  private final long begunAt;
  private long seen;

  AnswerReader(Duration timeout, LongSupplier ticker) {
    this.timeout = timeout;
    this.ticker = ticker;
    this.begunAt = ticker.getAsLong();
  }

  CompletableFuture<CallEnd> end() {
    return end;
  }

  @Override
  public void onContent(Response response, ByteBuffer content) {
    seen += content.remaining();
    var kept = new byte[Math.min(content.remaining(), CallEnd.HEAD_BYTES - head.size())];
    content.get(kept);
    head.writeBytes(kept);
    content.position(content.limit());
    if (seen > MAX_BODY_BYTES) {
      var unused = response.abort(new CallException(Kind.BROKEN, "the answer is too long"));
    }
  }

  @Override
  public void onComplete(Result result) {
    var failure = result.getResponseFailure();
    // an endpoint may answer before it has read the call, and a status counts
    if (failure == null || seen > MAX_BODY_BYTES) {
      var response = result.getResponse();
      end.complete(
          new Answered(
              response.getStatus(),
              response.getHeaders().get(HttpHeader.RETRY_AFTER),
              head.toByteArray(),
              tookMs()));
      return;
    }
    failed(result.getRequestFailure() == null ? failure : result.getRequestFailure());
  }

  /** Ends the call as a failure. */
  void failed(Throwable failure) {
    end.complete(CallFailure.of(failure, timeout, tookMs()));
  }

  /** The end of a call that the client did not end in time. */
  static CallEnd late(Duration timeout) {
    return new Failed(Kind.TIMEOUT, CallFailure.late(timeout), timeout.toMillis());
  }

  private long tookMs() {
    return TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong() - begunAt);
  }
}
