package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.MediaType;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.http.SharedLimit;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
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

  private final CommandSteps steps;
  private final InflightBytes inflight;
  private final LongSupplier ticker;
  private final int maxItemBytes;
  private final SharedLimit calls = new SharedLimit(CALLS, "too many batches are in flight");

  /**
   * Handles calls by these steps.
   *
   * @param ticker monotonic nanoseconds
   * @param maxItemBytes an item may be as large as the body of a single call
   */
  public ScheduleBatchHandler(
      CommandSteps steps, InflightBytes inflight, LongSupplier ticker, int maxItemBytes) {
    this.steps = steps;
    this.inflight = inflight;
    this.ticker = ticker;
    this.maxItemBytes = maxItemBytes;
  }

  /** Schedules jobs that name their target. */
  public void post(Context ctx) {
    post(ctx, steps.drafts(ctx));
  }

  /**
   * The handler that schedules jobs of a queue.
   *
   * @param queues the queue that a call names
   */
  public Handler postsTo(Function<Context, ScheduleRequest.OfQueue> queues) {
    return ctx -> post(ctx, ScheduleRequest.ofQueue(queues.apply(ctx)));
  }

  private void post(Context ctx, Function<JobBody, ScheduleRequest> drafts) {
    QueryParameters.of(ctx, Set.of());
    RequestHeaders.refuseIdempotencyKey(ctx);
    RequestHeaders.refuseCondition(ctx);
    var isLines = isLines(ctx);
    var share = CallTrace.of(ctx).share();
    calls.enter(share);
    try {
      steps.later().run(ctx, claim -> start(ctx, drafts, isLines));
    } catch (RuntimeException | Error failed) {
      calls.leave(share);
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
    var upload = upload(ctx);
    BatchItem.Reader items =
        isLines
            ? new NdjsonReader(upload, maxItemBytes)
            : new JsonArrayReader(upload, maxItemBytes);
    var share = CallTrace.of(ctx).share();
    var window = new InflightWindow(inflight, share);
    var sender = new BatchSender(steps, ctx, drafts, window, items);
    upload.beforeWaiting(sender::flush);
    sendAll(items, sender);
    if (sender.results().end() != null) {
      upload.drop();
    }
    var ended = sender.results().allEnded().whenComplete((done, failure) -> calls.leave(share));
    return new AsyncResponder.Pending<>(ended, done -> write(ctx, done));
  }

  private StreamedBody upload(Context ctx) {
    try {
      return new StreamedBody(ctx.req().getInputStream(), ticker);
    } catch (IOException unexpected) {
      throw new UncheckedIOException(unexpected);
    }
  }

  private static void sendAll(BatchItem.Reader items, BatchSender sender) {
    try {
      for (var item = items.next(); item != null; item = items.next()) {
        if (sender.size() == ITEMS_MAX) {
          throw new ProblemException(
              ReasonCode.BATCH_TOO_LARGE,
              "a call may have at most %d items; the items after them were not read"
                  .formatted(ITEMS_MAX));
        }
        if (sender.results().end() != null) {
          break;
        }
        sender.add(item);
      }
      sender.flush();
    } catch (ProblemException broken) {
      sender.flush();
      sender.results().endWith(broken.problem());
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
