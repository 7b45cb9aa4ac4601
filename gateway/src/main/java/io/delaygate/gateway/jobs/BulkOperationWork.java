package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.operations.OperationPlace;
import io.delaygate.gateway.operations.OperationWork;
import io.delaygate.gateway.operations.PlannedJob;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.DuePosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Work of operations that cancel, kick or discard jobs: part by part, each first recorded as a
 * plan, so that a successor asks again for each job of it. The scheduler answers a repeated cancel
 * or discard as the first one; a dead letter that is not one any more was kicked.
 */
public final class BulkOperationWork implements OperationWork {
  /** Jobs of a part: a page of a listing, and one or two records a second. */
  static final int PART = 1_000;

  /** Bytes of the ids of a part, which are in a record. */
  static final int PART_BYTES = 64 << 10;

  /** Longest wait for a listing: its budget is one second, and turns are given by others. */
  private static final long LISTING_SECONDS = 20;

  /** Outcomes that are under way come in this time after an abort, or count as unanswered. */
  private static final long ABORT_NANOS = 500_000_000L;

  /** Clocks of gateways and schedulers may differ by this; jobs that came later are left alone. */
  private static final long CLOCKS_MS = 1_000;

  private static final long STEP_NANOS = 1_000_000_000L;
  private static final long LOOK_MS = 100;

  private final BulkKind kind;
  private final BulkOperationParts parts;

  /** Work of that kind. */
  public BulkOperationWork(BulkKind kind, BulkOperationParts parts) {
    this.kind = kind;
    this.parts = parts;
  }

  @Override
  public @Nullable Long count(Task task) throws InterruptedException {
    var order = BulkOrder.read(task.request().work());
    return order.ids().isEmpty()
        ? get(parts.counts().count(trace(task), order.filter(task.operation().id().namespace())))
            .orElse(null)
        : Long.valueOf(order.ids().size());
  }

  @Override
  public @Nullable String advance(Task task) throws InterruptedException {
    var isNew = task.progress().place().planned().isEmpty();
    if (isNew && !plan(task)) {
      return null;
    }
    return change(task, isNew);
  }

  /**
   * Records the next part.
   *
   * @return whether there is something to change
   */
  private boolean plan(Task task) throws InterruptedException {
    var order = BulkOrder.read(task.request().work());
    var progress = task.progress();
    var most = (int) Math.min(PART, task.request().left(progress.handled()));
    var place =
        order.ids().isEmpty()
            ? listed(task, order, most)
            : named(order.ids(), progress.place().cursor(), most);
    task.record(progress.at(place));
    return !place.planned().isEmpty();
  }

  private static OperationPlace named(List<String> ids, @Nullable String cursor, int most) {
    var from = cursor == null ? 0 : Integer.parseInt(cursor);
    var planned = new ArrayList<PlannedJob>();
    var bytes = 0;
    var next = from;
    while (next < ids.size() && planned.size() < most && bytes < PART_BYTES) {
      var id = ids.get(next++);
      bytes += id.getBytes(StandardCharsets.UTF_8).length;
      planned.add(new PlannedJob(id, null, false));
    }
    return new OperationPlace(Integer.toString(next), next == ids.size(), planned);
  }

  private OperationPlace listed(Task task, BulkOrder order, int most) throws InterruptedException {
    var operation = task.operation().id();
    var from = task.progress().place().cursor();
    var after =
        from == null
            ? order.after()
            : DuePosition.parse(from).orElseThrow(() -> new IllegalStateException(from));
    var startedMs = task.request().startedMs();
    var filter = order.filter(operation.namespace());
    if (kind.state() == JobState.DEAD) {
      filter = filter.due(filter.dueFromMs(), Math.min(filter.dueToMs(), startedMs + 1));
    }
    var page = get(parts.listing().page(trace(task), filter, after, most));
    var planned = new ArrayList<PlannedJob>();
    var bytes = 0;
    for (var job : page.jobs()) {
      if (bytes >= PART_BYTES) {
        break;
      }
      var id = CallerJobView.localId(job.path("id").asText());
      bytes += id.getBytes(StandardCharsets.UTF_8).length;
      after = JobListing.positionOf(job);
      if (job.path("createdMs").longValue() <= startedMs + CLOCKS_MS) {
        planned.add(new PlannedJob(id, job.path("version").longValue(), false));
      }
    }
    var isCut = !page.jobs().isEmpty() && bytes >= PART_BYTES;
    var next = isCut ? after : page.next();
    return new OperationPlace(next == null ? from : next.text(), next == null, planned);
  }

  private CallTrace trace(Task task) {
    var id = task.operation().id();
    return CallTrace.ofWork(id.id(), parts.shares().of(id.namespace()), task.request().author());
  }

  /** Changes the planned jobs. */
  private @Nullable String change(Task task, boolean isNew) throws InterruptedException {
    var part = ChangedPart.of(kind, task.progress().place().planned(), isNew);
    if (!isNew && part.isAnyFresh()) {
      // from here on commands are sent for all of them, which a successor must know
      task.record(task.progress().handled(Map.of(), part.doubtful()));
    }
    var begin = task.progress();
    var isDoubtful = new AtomicBoolean();
    var changer =
        new BulkChanger(
            call(task, isDoubtful),
            part.targets(),
            one -> {
              if (one.answer() instanceof CommandResult.Unanswered) {
                isDoubtful.set(true); // the scheduler is away: further commands would pile up
              }
            });
    var done = changer.start();
    var recordedAt = parts.ticker().getAsLong();
    var givenUpAt = recordedAt;
    var isGivenUp = false;
    while (!isDone(done)) {
      var now = parts.ticker().getAsLong();
      if (task.isGivenUp()) {
        givenUpAt = isGivenUp ? givenUpAt : now;
        isGivenUp = true;
        if (now - givenUpAt > ABORT_NANOS) {
          break;
        }
      } else if (now - recordedAt > STEP_NANOS) {
        var results = changer.soFar();
        task.record(begin.handled(part.counts(results), part.left(results)));
        recordedAt = now;
      }
    }
    var results = changer.soFar();
    task.record(begin.handled(part.counts(results), part.leftAtEnd(results, changer.begun())));
    return part.obstacle(results);
  }

  private BulkChangeHandler.Call call(Task task, AtomicBoolean isDoubtful) {
    var namespace = task.operation().id().namespace();
    var request = task.request();
    return new BulkChangeHandler.Call(
        parts.steps(),
        kind,
        trace(task),
        request.caller(namespace, parts.limits(request.token())),
        BulkOrder.read(request.work()).more(),
        () -> isDoubtful.get() || !task.goesOn());
  }

  private static boolean isDone(CompletableFuture<?> done) throws InterruptedException {
    try {
      done.get(LOOK_MS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (ExecutionException failed) {
      throw unwrapped(failed);
    }
  }

  private static <T> T get(CompletableFuture<T> answer) throws InterruptedException {
    try {
      return answer.get(LISTING_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new ProblemException(
          ReasonCode.QUERY_UNAVAILABLE, "the schedulers do not answer in time");
    } catch (ExecutionException failed) {
      throw unwrapped(failed);
    }
  }

  private static RuntimeException unwrapped(ExecutionException failed) {
    var cause = failed.getCause();
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
