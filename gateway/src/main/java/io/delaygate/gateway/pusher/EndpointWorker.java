package io.delaygate.gateway.pusher;

import io.delaygate.gateway.endpoints.Endpoint;
import io.delaygate.gateway.endpoints.EndpointHealth;
import io.delaygate.gateway.endpoints.KnownEndpoint;
import io.delaygate.gateway.push.Breaker;
import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.push.CallFactory;
import io.delaygate.gateway.push.EndpointCall;
import io.delaygate.gateway.push.JobFacts;
import io.delaygate.gateway.push.PoolShares;
import io.delaygate.gateway.push.Verdict;
import io.delaygate.gateway.queues.LeasedJob;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.queues.StandingReserve;
import io.delaygate.service.control.EndpointControl;
import io.delaygate.service.logging.LogKey;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker of one endpoint at this gateway: reserves due jobs when it has room for calls, makes the
 * calls, and reports how they ended. It has no thread and, while nothing is due, no connection.
 * Thread-safe.
 */
final class EndpointWorker implements StandingReserve.Worker {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointWorker.class);

  private final WorkerParts parts;
  private final WorkerParts.Surroundings around;
  private final StandingReserve jobs;
  private final Runnable again;
  private final CompletableFuture<Void> idle = new CompletableFuture<>();
  private KnownEndpoint endpoint;
  private Breaker breaker = Breaker.CLOSED;
  private EndpointHealth health = EndpointHealth.NEW;
  private int inFlight;
  private long bodies;
  private boolean isClosed;

  /** Worker that begins with {@link #begin}. */
  EndpointWorker(
      KnownEndpoint endpoint,
      QueueDispatcher.Queue queue,
      WorkerParts parts,
      WorkerParts.Surroundings around) {
    this.endpoint = endpoint;
    this.parts = parts;
    this.around = around;
    this.jobs = parts.dispatcher().standing(queue, this);
    this.again = jobs::roomAgain;
  }

  /** Begins to reserve jobs. */
  void begin() {
    jobs.begin();
  }

  /** Uses another version of the endpoint for the calls that begin from now on. */
  void change(KnownEndpoint changed) {
    synchronized (this) {
      breaker = isSealedAnew(endpoint, changed) ? breaker : Breaker.CLOSED;
      endpoint = changed;
    }
    again.run();
  }

  /** Whether nothing but the seal of its secrets differs, which no administrator has set. */
  private static boolean isSealedAnew(KnownEndpoint before, KnownEndpoint after) {
    return before instanceof Endpoint former
        && after instanceof Endpoint now
        && former.secrets().equals(now.secrets())
        && former.control().withSealed(null).equals(now.control().withSealed(null))
        && !Objects.equals(former.control().sealed(), now.control().sealed());
  }

  /** Learns how a test call ended: one that was accepted closes the breaker. */
  void tested(CallEnd end) {
    boolean isClosing;
    synchronized (this) {
      var after = breaker.tested(end);
      isClosing = !after.equals(breaker);
      breaker = after;
    }
    if (isClosing) {
      again.run();
    }
  }

  /** Begins no further call. */
  void close() {
    synchronized (this) {
      isClosed = true;
    }
    jobs.close();
    endIfIdle();
  }

  /** Completes when no call is in flight after {@link #close}. */
  CompletableFuture<Void> idle() {
    return idle;
  }

  private void endIfIdle() {
    boolean isIdle;
    synchronized (this) {
      isIdle = isClosed && inFlight == 0;
    }
    if (isIdle) {
      idle.complete(null);
    }
  }

  /** Its calls so far. */
  synchronized EndpointHealth health() {
    return health.now(inFlight, breaker.state(nowMs()));
  }

  @Override
  public synchronized int claim(int most) {
    if (isClosed
        || !(endpoint instanceof Endpoint)
        || !breaker.allowsCall(nowMs())
        || bodies >= CallRoom.ENDPOINT_BYTES) {
      return 0;
    }
    var control = endpoint.control();
    var share = PoolShares.ofEndpoint(control.parallelism(), around.gateways().getAsInt());
    var free = Math.min(breaker.isClosed() ? most : 1, share - inFlight);
    if (free <= 0) {
      return 0;
    }
    var room = parts.room().claim(namespace(), free, again);
    inFlight += room;
    if (room > 0) {
      breaker = breaker.begun();
    }
    return room;
  }

  @Override
  public void take(List<LeasedJob> reserved, int claimed) {
    var unused = claimed - reserved.size();
    if (unused > 0) {
      synchronized (this) {
        inFlight -= unused;
        breaker = reserved.isEmpty() ? breaker.unused() : breaker;
      }
      parts.room().free(namespace(), unused, 0);
      endIfIdle();
    }
    reserved.forEach(this::call);
  }

  @Override
  public synchronized long leaseMs() {
    return endpoint.control().timeoutMs() + EndpointControl.LEASE_MARGIN.toMillis();
  }

  private void call(LeasedJob held) {
    var body = held.job().record().value();
    var bytes = body == null ? 0 : body.length;
    parts.room().begin(namespace(), bytes);
    synchronized (this) {
      bodies += bytes;
    }
    var unused = made(held).thenAccept(end -> ended(held, end, bytes));
  }

  private CompletableFuture<CallEnd> made(LeasedJob held) {
    Endpoint now;
    synchronized (this) {
      if (!(endpoint instanceof Endpoint open)) {
        return CompletableFuture.completedFuture(
            new CallEnd.Failed(CallEnd.Kind.REFUSED, "the endpoint's secrets cannot be read", 0));
      }
      now = open;
    }
    try {
      return parts.caller().apply(call(now, held));
    } catch (RuntimeException unusable) {
      return CompletableFuture.completedFuture(
          new CallEnd.Failed(CallEnd.Kind.REFUSED, "the call cannot be made: " + unusable, 0));
    }
  }

  private EndpointCall call(Endpoint now, LeasedJob held) {
    var at = around.wall().instant();
    return CallFactory.of(now.facts(at.toEpochMilli()), facts(held), at);
  }

  private static JobFacts facts(LeasedJob held) {
    var view = held.view();
    var path = view.path("target").path("path");
    var record = held.job().record();
    return new JobFacts(
        held.job().id(),
        view.path("createdMs").longValue(),
        view.path("dueMs").longValue(),
        view.path("attempt").intValue(),
        path.isTextual() ? path.textValue() : null,
        record.value(),
        Arrays.asList(record.headers().toArray()));
  }

  private void ended(LeasedJob held, CallEnd end, int bytes) {
    parts.ended().accept(endpoint().name(), end);
    var verdict = Verdict.of(end, around.wall().instant());
    parts.reports().report(held, verdict);
    if (verdict instanceof Verdict.Done) {
      warnIfLate(held);
    }
    long pauseMs;
    synchronized (this) {
      inFlight--;
      bodies -= bytes;
      health = health.after(verdict, around.wall().millis());
      var before = breaker;
      breaker = breaker.ended(end, nowMs());
      pauseMs = breaker.equals(before) ? 0 : breaker.untilMs() - nowMs();
    }
    if (pauseMs > 0) {
      CompletableFuture.delayedExecutor(pauseMs, TimeUnit.MILLISECONDS).execute(again);
    }
    parts.room().free(namespace(), 1, bytes);
    endIfIdle();
    again.run();
  }

  /** The report of a call that outlived its lease comes too late: the job is called again. */
  private void warnIfLate(LeasedJob held) {
    var tookMs = TimeUnit.NANOSECONDS.toMillis(around.ticker().getAsLong() - held.askedAt());
    if (tookMs > held.leaseMs()) {
      var why = "endpoint " + endpoint().name() + ", " + tookMs + " ms after its job was reserved";
      LOG.atWarn()
          .addKeyValue(LogKey.WHY.key(), why)
          .log("An endpoint accepted a call after the lease of its job; it is called again");
    }
  }

  private synchronized KnownEndpoint endpoint() {
    return endpoint;
  }

  private String namespace() {
    return endpoint().name().namespace();
  }

  private long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(around.ticker().getAsLong());
  }
}
