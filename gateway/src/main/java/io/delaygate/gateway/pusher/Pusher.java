package io.delaygate.gateway.pusher;

import io.delaygate.gateway.endpoints.EndpointCatalog;
import io.delaygate.gateway.endpoints.EndpointHealth;
import io.delaygate.gateway.endpoints.KnownEndpoint;
import io.delaygate.gateway.endpoints.LockedEndpoint;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.push.Breaker;
import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.shutdown.Deadline;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workers of all endpoints of one installation, one for each. It follows the decisions that this
 * gateway reads. Thread-safe.
 */
public final class Pusher {
  private static final Logger LOG = LoggerFactory.getLogger(Pusher.class);

  /** Time until a changed endpoint is noticed, beyond the time to read its record. */
  private static final Duration EVERY = Duration.ofMillis(250);

  /** Most calls end in this time, and Kafka's clients have to be closed after it. */
  private static final Duration WAIT = Duration.ofSeconds(4);

  private final EndpointCatalog catalog;
  private final WorkerParts parts;
  private final WorkerParts.Surroundings around;
  private final GuardedScheduler thread;
  private final Map<EndpointName, Held> workers = new ConcurrentHashMap<>();

  /** Worker and the endpoint as it was last told. */
  private record Held(KnownEndpoint endpoint, EndpointWorker worker) {}

  /** Pusher that calls nothing before {@link #start}. */
  public Pusher(
      EndpointCatalog catalog,
      WorkerParts parts,
      WorkerParts.Surroundings around,
      BackgroundFailures failures) {
    this.catalog = catalog;
    this.parts = parts;
    this.around = around;
    this.thread = new GuardedScheduler("endpoints", failures);
  }

  /** Begins to follow the decisions. */
  public void start() {
    thread.repeat(Duration.ZERO, EVERY, this::refresh);
  }

  /** Calls of an endpoint since the start of this gateway; empty for one that is not known. */
  public Optional<EndpointHealth> health(EndpointName name) {
    return Optional.ofNullable(workers.get(name)).map(held -> held.worker().health());
  }

  /** Learns how a test call of an endpoint ended; see {@link Breaker#tested}. */
  public void tested(EndpointName name, CallEnd end) {
    var held = workers.get(name);
    if (held != null) {
      held.worker().tested(end);
    }
  }

  /** Endpoints whose breaker is open or half open. */
  public List<EndpointName> broken() {
    return workers.entrySet().stream()
        .filter(entry -> entry.getValue().worker().health().state() != Breaker.State.CLOSED)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Endpoints that cannot be called, with the reason. */
  public Map<EndpointName, String> locked() {
    var locked = new TreeMap<EndpointName, String>(Comparator.comparing(EndpointName::toString));
    workers.forEach(
        (name, held) -> {
          if (held.endpoint() instanceof LockedEndpoint closed) {
            locked.put(name, closed.obstacle());
          }
        });
    return locked;
  }

  private void refresh() {
    List<EndpointName> named;
    try {
      named = catalog.all();
    } catch (ProblemException notYetRead) {
      return;
    }
    var gone = new HashSet<>(workers.keySet());
    named.forEach(gone::remove);
    for (var name : gone) {
      workers.remove(name).worker().close();
    }
    for (var name : named) {
      var held = workers.get(name);
      var last = held == null ? null : held.endpoint();
      catalog.changed(name, last).ifPresent(endpoint -> follow(endpoint, held));
    }
  }

  private void follow(KnownEndpoint endpoint, @Nullable Held held) {
    var name = endpoint.name();
    if (held != null) {
      workers.put(name, new Held(endpoint, held.worker()));
      held.worker().change(endpoint);
      return;
    }
    var queue = new QueueDispatcher.Queue(name.name(), catalog.target(name));
    var worker = new EndpointWorker(endpoint, queue, parts, around);
    workers.put(name, new Held(endpoint, worker));
    worker.begin();
  }

  /**
   * Stops: begins no further call, and waits for those in flight, at most {@link #WAIT}. The rest
   * is ended with the client, and reported as failed, so that it is made again elsewhere.
   */
  public void close(Deadline deadline) throws InterruptedException {
    thread.close();
    workers.values().forEach(held -> held.worker().close());
    var idle = workers.values().stream().map(held -> held.worker().idle()).toList();
    try {
      CompletableFuture.allOf(idle.toArray(CompletableFuture<?>[]::new))
          .get(deadline.atMost(WAIT).left().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException late) {
      LOG.atDebug().log("Calls of endpoints are still in flight, and are ended");
    }
  }
}
