package io.delaygate.gateway.operations;

import io.delaygate.gateway.access.AuditLog;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.service.control.UsageLimits;
import io.delaygate.service.logging.LogKey;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run of one operation by its owner, from its claim to the end, a pause or a loss. Blocks. Used
 * once.
 */
final class OperationRun implements Runnable, OperationWork.Task {
  private static final Logger LOG = LoggerFactory.getLogger(OperationRun.class);

  /** Longest time between two records, so that others see that it is alive. */
  static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long PAUSE_MS = 500;
  private static final long PAUSE_MS_MAX = 5_000;

  /** Above the time in which Kafka takes a record or fails it. */
  private static final long STORED_SECONDS = 15;

  private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Failures in a row that are not explained, after which it would fail again and again. */
  private static final int FAILURES = 5;

  private final Operation begun;
  private final String operation;
  private final String token;
  private final OperationParts parts;
  private final BooleanSupplier stopping;
  private final RecentRate rate = new RecentRate();
  private OperationProgress progress;
  private long recordedAt;
  private boolean isCounted;

  /**
   * A run.
   *
   * @param token of the claim, which was read
   * @param stopping whether the gateway stops
   */
  OperationRun(Operation begun, String token, OperationParts parts, BooleanSupplier stopping) {
    this.begun = begun;
    this.operation = begun.id().id();
    this.token = token;
    this.parts = parts;
    this.stopping = stopping;
    var last = begun.progress();
    this.progress = last == null ? OperationProgress.none(token) : last.by(token);
  }

  @Override
  public void run() {
    try {
      LOG.atInfo()
          .addKeyValue(LogKey.OPERATION.key(), operation)
          .addKeyValue(LogKey.JOBS.key(), progress.handled())
          .log("An operation is run by this gateway");
      record(progress);
      work();
    } catch (OperationWork.LostException lost) {
      LOG.atDebug()
          .addKeyValue(LogKey.OPERATION.key(), operation)
          .addKeyValue(LogKey.WHY.key(), lost.getMessage())
          .log("An operation is left to another gateway");
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() throws InterruptedException {
    var pauseMs = PAUSE_MS;
    var failures = 0;
    while (!isOver()) {
      var before = progress.handled();
      String obstacle;
      try {
        count();
        obstacle = works().advance(this);
        failures = 0;
      } catch (ProblemException away) {
        obstacle = away.problem().detail();
      } catch (OperationWork.LostException lost) {
        throw lost;
      } catch (RuntimeException failed) {
        parts.surroundings().failures().failed(OperationRunner.TASK, failed);
        failures++;
        obstacle = "unexpected failure; the gateway's log has its cause";
        record(progress.failing(failed.getClass().getSimpleName()));
      }
      if (failures >= FAILURES) {
        end(OperationState.FAILED);
        return;
      }
      pauseMs = progress.handled() > before ? PAUSE_MS : Math.min(PAUSE_MS_MAX, pauseMs * 2);
      if (obstacle != null && goesOn()) {
        pause(obstacle, pauseMs);
      }
    }
  }

  private OperationWork works() {
    return Objects.requireNonNull(parts.works().get(request().kind()), "work of the kind");
  }

  /** Counts once, before the first job is changed. */
  private void count() throws InterruptedException {
    if (isCounted || progress.total() != null || progress.handled() > 0) {
      return;
    }
    var jobs = works().count(this);
    isCounted = true;
    if (jobs != null) {
      record(progress.counted(Math.min(jobs, request().left(0))));
    }
  }

  /** Whether nothing more is to be done here; then that is recorded. */
  private boolean isOver() throws InterruptedException {
    if (current().wish() == OperationWish.ABORT) {
      end(OperationState.ABORTED);
    } else if (progress.place().isEnd() || request().left(progress.handled()) == 0) {
      end(OperationState.DONE);
    } else if (isRevoked()) {
      end(OperationState.ABORTED);
    } else if (current().wish() == OperationWish.PAUSE || stopping.getAsBoolean()) {
      record(progress.released());
    } else {
      return false;
    }
    return true;
  }

  /** Whether the caller may not go on with it; the reason is recorded then. */
  private boolean isRevoked() throws InterruptedException {
    var view = parts.known().view();
    var hash = request().token();
    if (!view.has(begun.id().namespace())) {
      record(progress.failing("the namespace was deleted"));
    } else if (!hash.isEmpty() && !view.tokens().containsKey(hash)) {
      record(progress.failing("the token that began it was revoked"));
    } else {
      return false;
    }
    return true;
  }

  private void end(OperationState how) throws InterruptedException {
    record(progress.ended(how));
    var counts = OperationText.object();
    progress.counts().forEach(counts::put);
    var caller = request().caller(begun.id().namespace(), UsageLimits.NONE);
    AuditLog.ended(caller, request().kind().text(), operation, counts);
    var unused = parts.writer().request(begun.id(), request().withoutWork());
    LOG.atInfo()
        .addKeyValue(LogKey.OPERATION.key(), operation)
        .addKeyValue(LogKey.JOBS.key(), progress.handled())
        .log("An operation ended here");
  }

  private void pause(String obstacle, long ms) throws InterruptedException {
    if (!obstacle.equals(progress.condition().waiting()) || isHeartbeatDue()) {
      record(progress.waitingFor(obstacle));
    }
    var left = TimeUnit.MILLISECONDS.toNanos(ms);
    while (left > 0 && goesOn()) {
      var part = Math.min(left, HEARTBEAT_NANOS);
      if (!parts.notes().await(() -> !goesOn(), part)) {
        record(progress);
      }
      left -= part;
    }
  }

  private boolean isHeartbeatDue() {
    return parts.surroundings().ticker().getAsLong() - recordedAt > HEARTBEAT_NANOS;
  }

  private Operation current() {
    return parts
        .notes()
        .find(begun.id())
        .orElseThrow(() -> new OperationWork.LostException("it was removed"));
  }

  @Override
  public Operation operation() {
    return begun;
  }

  @Override
  public OperationRequest request() {
    return begun.asked();
  }

  @Override
  public OperationProgress progress() {
    return progress;
  }

  @Override
  public boolean goesOn() {
    var now = parts.notes().find(begun.id()).orElse(null);
    return now != null
        && now.wish() == OperationWish.RUN
        && now.isOwnedBy(token)
        && !stopping.getAsBoolean();
  }

  @Override
  public boolean isGivenUp() {
    var now = parts.notes().find(begun.id()).orElse(null);
    return now == null || now.wish() == OperationWish.ABORT || !now.isOwnedBy(token);
  }

  @Override
  public void record(OperationProgress next) throws InterruptedException {
    var ticker = parts.surroundings().ticker();
    var isStored = false;
    while (!isStored) {
      var now = ticker.getAsLong();
      var numbered =
          next.recorded(
              progress.mark().number() + 1,
              parts.known().nowMs(),
              rate.perSecond(now, next.handled()));
      count(numbered);
      progress = numbered;
      recordedAt = now;
      isStored = isStored(numbered) && isRead(numbered.mark().number());
    }
  }

  private void count(OperationProgress next) {
    var counted = parts.surroundings().counted();
    next.counts()
        .forEach(
            (name, count) -> {
              var more = count - progress.counts().getOrDefault(name, 0L);
              if (more > 0) {
                counted.add(request().kind(), name, more);
              }
            });
  }

  private boolean isStored(OperationProgress next) throws InterruptedException {
    try {
      var stored = parts.writer().progress(begun.id(), next).get(STORED_SECONDS, TimeUnit.SECONDS);
      if (stored instanceof PublishResult.Stored) {
        return true;
      }
    } catch (ExecutionException | TimeoutException away) {
      LOG.atDebug().log("Progress of an operation is not stored yet");
    }
    checkOwner();
    parts.notes().await(stopping, TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
    return false;
  }

  /** Records are read in their order, so whoever has read its own knows all claims before it. */
  private boolean isRead(long number) throws InterruptedException {
    var isRead =
        parts.notes().await(() -> current().isOwnedBy(token) ? isKnown(number) : true, READ_NANOS);
    checkOwner();
    return isRead;
  }

  private boolean isKnown(long number) {
    var read = current().progress();
    return read != null && read.mark().token().equals(token) && read.mark().number() >= number;
  }

  /** A gateway that stops leaves when Kafka is away, as it has no time to wait for it. */
  private void checkOwner() {
    if (!current().isOwnedBy(token)) {
      throw new OperationWork.LostException("another gateway has claimed it");
    }
    if (stopping.getAsBoolean() && !isKnown(progress.mark().number())) {
      throw new OperationWork.LostException("the gateway stops");
    }
  }
}
