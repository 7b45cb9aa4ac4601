package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.query.QueryPath;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP client for the internal API of one scheduler instance. Every result is a {@link
 * SchedulerReply}; the futures fail only when too many requests are in flight. Thread-safe.
 */
public final class SchedulerHttpClient {
  /** Connect time-out within one data center; an instance that is not reached by then is down. */
  private static final Duration CONNECT = Duration.ofMillis(500);

  /**
   * Time-out of a query. Scans end well before by their own budget; half of a whole query's time.
   */
  private static final long ANSWER_MS = 1_000;

  /**
   * Time-out of a reservation. A transaction of a task ends in half of it, whatever brokers do.
   * Jobs that are reserved later come back when their leases end.
   */
  private static final long RESERVED_MS = 15_000;

  /** Time-out of a request for news of queues, for which schedulers wait five seconds. */
  private static final long NEWS_MS = 7_000;

  /**
   * Most queries in flight. Each answer may hold the largest job, 1 MiB, 4/3 of it as base64, which
   * bounds the memory to some 50 MB.
   */
  static final int RUNNING = 32;

  /** Queries that wait: about as many quick ones as end in a second. */
  private static final int WAITING = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(SchedulerHttpClient.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ConcurrencyLimiter turns = new ConcurrencyLimiter(RUNNING, WAITING);

  /**
   * Limiters of reservations by scheduler. Reservations take as long as a commit; neither queries
   * nor other schedulers wait for them.
   */
  private final Map<String, ConcurrencyLimiter> reserving = new ConcurrentHashMap<>();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  private final Optional<String> authorization;
  private final AtomicBoolean isRefused = new AtomicBoolean();
  private final AtomicBoolean isNotUnderstood = new AtomicBoolean();

  /**
   * Creates a client.
   *
   * @param secret sent to every instance; empty when they need none
   */
  SchedulerHttpClient(Optional<String> secret) {
    this.authorization = secret.map(text -> "Bearer " + text);
  }

  /**
   * Sends a query to the instance at that address.
   *
   * @param call that needs the answer
   */
  CompletableFuture<SchedulerReply> ask(String url, String path, CallTrace call) {
    return turns.take(call.share(), () -> send(url, path, call));
  }

  private CompletableFuture<SchedulerReply> send(String url, String path, CallTrace call) {
    try {
      return send(HttpRequest.newBuilder(URI.create(url + path)), ANSWER_MS, call);
    } catch (IllegalArgumentException noHttpUrl) {
      return CompletableFuture.completedFuture(noUrl(url));
    }
  }

  /**
   * Makes the instance reserve the jobs that the path describes; completes when that is committed.
   *
   * @param share of reservations that it uses; null for none
   * @param ticker monotonic nanoseconds
   */
  CompletableFuture<TimedReply> reserve(
      String url, String path, @Nullable String share, LongSupplier ticker) {
    var turns = reserving.computeIfAbsent(url, any -> new ConcurrencyLimiter(RUNNING, WAITING));
    return turns.take(
        share,
        () -> {
          var askedAt = ticker.getAsLong();
          return reserve(url + path).thenApply(reply -> new TimedReply(reply, askedAt));
        });
  }

  private CompletableFuture<SchedulerReply> reserve(String uri) {
    try {
      var request = HttpRequest.newBuilder(URI.create(uri));
      return send(request.POST(HttpRequest.BodyPublishers.noBody()), RESERVED_MS, CallTrace.NONE);
    } catch (IllegalArgumentException noHttpUrl) {
      return CompletableFuture.completedFuture(noUrl(uri));
    }
  }

  /** Reply, and the time of its request, which is before anything was reserved. */
  public record TimedReply(SchedulerReply reply, long askedAt) {}

  private static SchedulerReply noUrl(String url) {
    return new SchedulerReply.Away("'" + url + "' is not a valid HTTP URL");
  }

  /** Waits for news of queues; not limited, unlike queries that are answered at once. */
  CompletableFuture<SchedulerReply> watch(String url, ObjectNode question) {
    try {
      var body = HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(question));
      var request = HttpRequest.newBuilder(URI.create(url + QueryPath.READY_NEWS)).POST(body);
      return send(request, NEWS_MS, CallTrace.NONE);
    } catch (IllegalArgumentException | IOException noHttpUrl) {
      return CompletableFuture.completedFuture(noUrl(url));
    }
  }

  private CompletableFuture<SchedulerReply> send(
      HttpRequest.Builder request, long mostMs, CallTrace call) {
    authorization.ifPresent(shown -> request.header("Authorization", shown));
    call.show(request::header);
    var sent = client.sendAsync(request.build(), BodyHandlers.ofByteArray());
    // a copy: the time-out has to end the exchange too, not only the wait for it
    return sent.copy()
        .orTimeout(mostMs, TimeUnit.MILLISECONDS)
        .handle(
            (response, failure) -> {
              if (failure != null) {
                sent.cancel(true);
                return new SchedulerReply.Away(failure.toString());
              }
              return call.correlation().during(() -> reply(response));
            });
  }

  /** Logs it once, not at each query. */
  private SchedulerReply refused(String why) {
    if (!isRefused.getAndSet(true)) {
      LOG.atError()
          .addKeyValue(LogKey.WHY.key(), why)
          .log("A scheduler refuses queries; calls that need them get 503");
    }
    return new SchedulerReply.Away(why);
  }

  /** Logs it once: an upgrade brings many. */
  private SchedulerReply notUnderstood(int status, JsonNode json) {
    if (!isNotUnderstood.getAndSet(true)) {
      LOG.atWarn()
          .addKeyValue(LogKey.STATUS.key(), status)
          .addKeyValue(LogKey.WHY.key(), json.path("detail").asText())
          .log("A scheduler runs another version and does not know a query; its call gets 503");
    }
    return new SchedulerReply.NotUnderstood();
  }

  private SchedulerReply reply(HttpResponse<byte[]> response) {
    JsonNode json;
    try {
      json = JSON.readTree(response.body());
    } catch (IOException notJson) {
      return new SchedulerReply.Away("HTTP " + response.statusCode() + " without JSON");
    }
    return switch (response.statusCode()) {
      case 200 ->
          json.isObject()
              ? new SchedulerReply.Found(json)
              : new SchedulerReply.Away("HTTP 200 without a JSON object");
      case 404 ->
          json.has("asOfMs")
              ? new SchedulerReply.Missing(json)
              : notUnderstood(response.statusCode(), json); // a path, not a job
      case 421 -> new SchedulerReply.NotHere(partitions(json.path("partitions")));
      case 401 -> refused("the scheduler has another `query.secret`; set the same one");
      case 403 ->
          refused("the scheduler does not accept that host name; add it to its `http.hosts`");
      case 400, 405, 501 -> notUnderstood(response.statusCode(), json);
      case 503 ->
          json.path("error").asText().equals("BUSY")
              ? new SchedulerReply.Busy()
              : new SchedulerReply.Away(json.path("error").asText());
      default -> new SchedulerReply.Away("HTTP " + response.statusCode());
    };
  }

  private static Set<Integer> partitions(JsonNode list) {
    var partitions = new TreeSet<Integer>();
    list.forEach(number -> partitions.add(number.intValue()));
    return partitions;
  }
}
