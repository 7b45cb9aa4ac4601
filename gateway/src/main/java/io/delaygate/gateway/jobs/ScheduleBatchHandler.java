package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.MediaType;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.payload.ScheduleRequestReader;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Handler of {@code POST /v1/jobs/batch} and {@code POST /v1/queues/{queue}/jobs/batch}: many jobs
 * in one call, each checked like a single one. The body is streamed while earlier items are being
 * sent, so it may be of any size. Above the limit of items, or where the body cannot be read any
 * further, the call ends; items that were sent before stay scheduled.
 */
public final class ScheduleBatchHandler {
  /** Results are kept until all items have ended; some 8 MB if every item is refused. */
  public static final int ITEMS_MAX = 10_000;

  /** Each call holds a thread, an item and its results. */
  private static final int CALLS = 16;

  private final BatchItemSender send;
  private final AsyncResponder answer;
  private final InflightBytes inflight;
  private final LongSupplier ticker;
  private final int maxItemBytes;
  private final Semaphore calls = new Semaphore(CALLS);

  /**
   * Handles calls with these parts.
   *
   * @param ticker monotonic nanoseconds
   * @param maxItemBytes an item may be as large as the body of a single call
   */
  public ScheduleBatchHandler(
      BatchItemSender send,
      AsyncResponder answer,
      InflightBytes inflight,
      LongSupplier ticker,
      int maxItemBytes) {
    this.send = send;
    this.answer = answer;
    this.inflight = inflight;
    this.ticker = ticker;
    this.maxItemBytes = maxItemBytes;
  }

  /** The handler of calls with bodies that this reader reads. */
  public Handler posts(ScheduleRequestReader drafting) {
    return ctx -> post(ctx, drafting.of(ctx));
  }

  private void post(Context ctx, Function<JobBody, ScheduleRequest> drafts) {
    QueryParameters.of(ctx, Set.of());
    RequestHeaders.refuseIdempotencyKey(ctx);
    RequestHeaders.refuseCondition(ctx);
    var isLines = isLines(ctx);
    if (!calls.tryAcquire()) {
      throw new ProblemException(ReasonCode.OVERLOADED, "too many batches at a time");
    }
    try {
      answer.run(ctx, claim -> start(ctx, drafts, isLines));
    } catch (RuntimeException | Error failed) {
      calls.release();
      throw failed;
    }
  }

  /** Whether the items are lines of newline-delimited JSON, instead of one JSON array. */
  private static boolean isLines(Context ctx) {
    MediaType.refuseEncoded(ctx);
    var types = "send `application/x-ndjson` or `application/json`";
    var type = MediaType.inUtf8(ctx);
    if (type == null) {
      throw MediaType.unsupported(types + ", in UTF-8");
    }
    return switch (type) {
      case "application/x-ndjson" -> true;
      case "application/json" -> false;
      default -> throw MediaType.unsupported(types);
    };
  }

  private AsyncResponder.Pending<BatchResults> start(
      Context ctx, Function<JobBody, ScheduleRequest> drafts, boolean isLines) {
    var results = new BatchResults();
    var from = new BatchItemSender.From(AccessGuard.caller(ctx), CallTrace.of(ctx), drafts);
    var call = new BatchItemSender.Call(from, new InflightWindow(inflight), results);
    sendAll(upload(ctx), isLines, call);
    var ended = results.allEnded().whenComplete((done, failure) -> calls.release());
    return new AsyncResponder.Pending<>(ended, done -> write(ctx, done));
  }

  private StreamedBody upload(Context ctx) {
    try {
      return new StreamedBody(ctx.req().getInputStream(), ticker);
    } catch (IOException unexpected) {
      throw new UncheckedIOException(unexpected);
    }
  }

  private void sendAll(StreamedBody upload, boolean isLines, BatchItemSender.Call call) {
    var items =
        isLines
            ? new NdjsonReader(upload, maxItemBytes)
            : new JsonArrayReader(upload, maxItemBytes);
    var results = call.results();
    var chunk = new BatchChunk(send, items, call);
    upload.beforeWaiting(chunk::flush);
    try {
      for (var item = items.next(); item != null; item = items.next()) {
        if (results.size() + chunk.size() == ITEMS_MAX) {
          throw new ProblemException(
              ReasonCode.BATCH_TOO_LARGE,
              "a call takes %d items; the rest was not looked at".formatted(ITEMS_MAX));
        }
        if (results.end() != null) {
          break;
        }
        chunk.add(item);
      }
      chunk.flush();
    } catch (ProblemException broken) {
      chunk.flush();
      results.endWith(broken.problem());
    }
    if (results.end() != null) {
      upload.drop();
    }
  }

  /** A call that ended before anything was sent is refused as a whole. */
  private static void write(Context ctx, BatchResults results) {
    var end = results.end();
    if (end != null && !results.anySent()) {
      ProblemMapper.write(ctx, end);
      return;
    }
    ctx.contentType(ContentType.APPLICATION_JSON).result(results.json());
  }
}
