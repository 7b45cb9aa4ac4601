package io.delaygate.gateway.operations;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.shutdown.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Runner of operations in this gateway: it claims those that no living gateway has, and runs some
 * at a time. Thread-safe.
 */
public final class OperationRunner {
  static final String TASK = "operations";

  /**
   * Operations that run here at a time: two namespaces may use all they may have, and single calls
   * keep most of the room for outcomes.
   */
  static final int RUNS = 8;

  /** Operations of a namespace that run at a time, in all gateways. */
  static final int RUNS_OF_NAMESPACE = 4;

  /** Aborts need no room, as they do nothing more; bounded all the same. */
  private static final int RUNS_WITH_ABORTS = 2 * RUNS;

  /**
   * Silence after which an owner counts as dead: three heartbeats. If it lives all the same, it
   * reads the other's claim before it begins anything more.
   */
  static final long SILENCE_NANOS = 3 * OperationRun.HEARTBEAT_NANOS;

  private static final int TURNS = 4;
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private static final Duration EVERY = Duration.ofMillis(250);
  private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);

  /** A claim that was not read by then is made again. */
  private static final long CLAIM_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Jobs in flight have their outcomes by then, unless the schedulers are away. */
  private static final Duration STOP = Duration.ofSeconds(4);

  private static final int TOKEN_RADIX = 36;

  private final OperationParts parts;
  private final OperationSweep sweep;
  private final GuardedScheduler thread;
  private final ExecutorService threads;
  private final Runnable look;
  private final Map<OperationId, Claim> claims = new ConcurrentHashMap<>();
  private final Map<OperationId, Claim> running = new ConcurrentHashMap<>();
  private volatile boolean stops;

  private record Claim(String token, long madeAt) {}

  /** Runner that claims nothing before {@link #start}. */
  public OperationRunner(OperationParts parts) {
    this.parts = parts;
    this.sweep = new OperationSweep(parts);
    this.thread = new GuardedScheduler(TASK, parts.surroundings().failures());
    this.look = thread.onDemand(EVERY, this::look);
    var number = new AtomicInteger();
    this.threads =
        Executors.newCachedThreadPool(
            work -> {
              var made = new Thread(work, "operation-" + number.incrementAndGet());
              made.setDaemon(true);
              return made;
            });
  }

  /** Begins to claim and to run. */
  public void start() {
    parts.notes().listen(look);
    thread.repeat(Duration.ZERO, EVERY, this::look);
    thread.repeat(SWEEP_EVERY, SWEEP_EVERY, sweep::run);
  }

  /** Number of operations that run here. */
  public int running() {
    return running.size();
  }

  private void look() {
    if (stops) {
      return;
    }
    var now = parts.surroundings().ticker().getAsLong();
    claims.values().removeIf(claim -> now - claim.madeAt() > CLAIM_NANOS);
    var all = new ArrayList<>(parts.notes().all());
    all.removeIf(one -> one.isEnded() || running.containsKey(one.id()));
    all.forEach(this::beginClaimed);
    var owned = owned();
    all.stream()
        .filter(one -> !running.containsKey(one.id()) && !claims.containsKey(one.id()))
        .filter(one -> isFree(one, now))
        .sorted(
            (one, other) -> {
              var byShare =
                  owned.getOrDefault(one.id().namespace(), 0L)
                      - owned.getOrDefault(other.id().namespace(), 0L);
              return byShare == 0 ? one.id().id().compareTo(other.id().id()) : Long.signum(byShare);
            })
        .toList()
        .forEach(one -> claim(one, owned, now));
  }

  private Map<String, Long> owned() {
    return parts.notes().all().stream()
        .filter(Operation::isOwned)
        .collect(Collectors.toMap(one -> one.id().namespace(), one -> 1L, Long::sum, HashMap::new));
  }

  private boolean isFree(Operation one, long now) {
    if (one.asked().work().isEmpty() || (one.wish() == OperationWish.PAUSE && !one.isOwned())) {
      return false;
    }
    var silence = now - one.seenAt();
    return one.isOwned()
        ? silence > SILENCE_NANOS + turnNanos(one)
        : silence >= (isFirst(one) ? 0 : turnNanos(one));
  }

  /** Whether this gateway got the call, and nobody has run the operation yet. */
  private boolean isFirst(Operation one) {
    return one.owner() == null && one.asked().gateway().equals(parts.surroundings().gateway());
  }

  /** Time by which others may come first: gateways that claim at once would only disturb. */
  private long turnNanos(Operation one) {
    var turn = Math.floorMod(Objects.hash(parts.surroundings().gateway(), one.id()), TURNS);
    return TURN_NANOS * (turn + 1);
  }

  private void claim(Operation one, Map<String, Long> owned, long now) {
    var namespace = one.id().namespace();
    var busy = running.size() + claims.size();
    var isAbort = one.wish() == OperationWish.ABORT;
    var isRoom =
        busy < RUNS && (one.isOwned() || owned.getOrDefault(namespace, 0L) < RUNS_OF_NAMESPACE);
    if (isAbort ? busy >= RUNS_WITH_ABORTS : !isRoom) {
      return;
    }
    if (!one.isOwned()) {
      owned.merge(namespace, 1L, Long::sum);
    }
    var token =
        Long.toString(parts.surroundings().random().nextLong() & Long.MAX_VALUE, TOKEN_RADIX);
    claims.put(one.id(), new Claim(token, now));
    var unused =
        parts
            .writer()
            .owner(one.id(), new OperationOwner(token, parts.surroundings().gateway()))
            .thenAccept(
                stored -> {
                  if (!(stored instanceof PublishResult.Stored)) {
                    claims.remove(one.id());
                  }
                });
  }

  /** A claim counts once it was read and is the last one. */
  private void beginClaimed(Operation one) {
    var claim = claims.get(one.id());
    if (claim == null || !one.isOwnedBy(claim.token())) {
      return;
    }
    running.put(one.id(), claim);
    claims.remove(one.id());
    var run = new OperationRun(one, claim.token(), parts, () -> stops);
    threads.execute(
        () -> {
          try {
            run.run();
          } catch (RuntimeException | Error failed) {
            parts.surroundings().failures().failed(TASK, failed);
          } finally {
            running.remove(one.id());
            look.run();
          }
        });
  }

  /**
   * Stops: begins no further changes, waits for those in flight for a while, and gives the
   * operations back, so that another gateway takes them at once.
   */
  public void close(Deadline deadline) throws InterruptedException {
    stops = true;
    thread.close();
    threads.shutdown();
    parts.notes().wake();
    if (!threads.awaitTermination(deadline.atMost(STOP).left().toMillis(), TimeUnit.MILLISECONDS)) {
      threads.shutdownNow();
    }
  }
}
