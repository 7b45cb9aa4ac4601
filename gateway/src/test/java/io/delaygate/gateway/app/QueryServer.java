package io.delaygate.gateway.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.delaygate.service.query.LatenessHistogram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Fake scheduler of {@link QueryServers}. */
final class QueryServer implements AutoCloseable {
  static final long AS_OF_MS = 1_700_000_000_000L;
  private static final String JOBS = "/internal/v1/jobs";

  private static final ObjectNode OVERDUE_NONE =
      QueryServers.JSON.createObjectNode().put("jobs", 0).put("isExact", true);

  final Set<Integer> active = new ConcurrentSkipListSet<>();
  final Set<Integer> standby = new ConcurrentSkipListSet<>();
  final AtomicInteger questions = new AtomicInteger();
  final AtomicInteger assignments = new AtomicInteger();

  /** Request id and traceparent of each query. */
  final List<String> shown = new CopyOnWriteArrayList<>();

  /** Number of further queries that are answered with "busy". */
  final AtomicInteger busyTimes = new AtomicInteger();

  /** Number of recently emitted jobs, all at most 10 ms late. */
  volatile int emittedInTime;

  /**
   * Lateness of recently emitted jobs, which it tells exactly; null for a version that does not.
   */
  volatile @Nullable LatenessHistogram lateness;

  /** What it tells of overdue jobs; null for a version that does not. */
  volatile @Nullable ObjectNode overdue = OVERDUE_NONE;

  /** Minutes of trends that it tells of. */
  final List<ObjectNode> minutes = new CopyOnWriteArrayList<>();

  /** Topics that were recreated, with the times, epoch milliseconds. */
  final Map<String, Long> remadeMs = new ConcurrentHashMap<>();

  /** Whether it reports unread commands; their number is that of the partition. */
  volatile boolean isLagKnown = true;

  /** Status of every answer, if above 0. */
  volatile int refusesWith;

  /** Body of such answers, which names the reason; null for a body that says "unavailable". */
  volatile @Nullable String refusal;

  /** Namespace whose listings wait until this field changes. */
  volatile @Nullable String stalled;

  private final QueryServers all;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);

  QueryServer(QueryServers all) {
    this.all = all;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    server.setExecutor(threads);
    server.createContext("/internal/v1/assignment", this::assignment);
    server.createContext(JOBS, this::jobs);
    server.createContext("/internal/v1/ready", this::ready);
    server.createContext("/internal/v1/stats", this::stats);
    server.createContext("/internal/v1/overview", this::overview);
    server.createContext("/internal/v1/trends", this::trends);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void reset() {
    active.clear();
    standby.clear();
    refusesWith = 0;
    refusal = null;
    busyTimes.set(0);
    shown.clear();
  }

  private void assignment(HttpExchange exchange) throws IOException {
    assignments.incrementAndGet();
    answer(exchange, 200, all.assignment());
  }

  private void jobs(HttpExchange exchange) throws IOException {
    if (refused(exchange)) {
      return;
    }
    var path = exchange.getRequestURI().getRawPath();
    if (path.length() > JOBS.length()) {
      job(exchange, decoded(path.substring(JOBS.length() + 1)));
      return;
    }
    var query = query(exchange);
    while (query.get("namespace") != null && query.get("namespace").equals(stalled)) {
      Thread.onSpinWait();
    }
    var partitions = QueryServers.numbers(query.getOrDefault("partitions", ""));
    if (holds(exchange, partitions)) {
      answer(exchange, 200, dated(all.scan(partitions, query), partitions));
    }
  }

  private void job(HttpExchange exchange, String id) throws IOException {
    var partitions = Set.of(QueryServers.partition(id));
    if (!holds(exchange, partitions)) {
      return;
    }
    var json = dated(QueryServers.JSON.createObjectNode(), partitions);
    var job = all.jobs.get(id);
    if (job != null) {
      json.set("job", job);
      if (all.payloads.containsKey(id)) {
        json.set("payload", all.payloads.get(id));
      }
    }
    answer(exchange, job == null ? 404 : 200, json);
  }

  /** Answers with the positions of a queue's ready jobs; none is reserved. */
  private void ready(HttpExchange exchange) throws IOException {
    var query = query(exchange);
    var partitions = QueryServers.numbers(query.getOrDefault("partitions", ""));
    if (refused(exchange) || !holds(exchange, partitions)) {
      return;
    }
    var json = QueryServers.JSON.createObjectNode().put("more", false);
    var heads = json.putArray("heads");
    var reserved = json.putArray("jobs");
    if (exchange.getRequestMethod().equals("POST") && all.answersNonsense.getAndSet(false)) {
      reserved.addObject().put("job", 5);
    }
    all.jobs.values().stream()
        .filter(job -> job.get("state").textValue().equals("READY"))
        .filter(job -> QueryServers.topic(job).equals(query.get("topic")))
        .filter(job -> partitions.contains(QueryServers.partition(job.get("id").textValue())))
        .forEach(
            job ->
                heads
                    .addObject()
                    .put("partition", QueryServers.partition(job.get("id").textValue()))
                    .put("priority", job.get("priority").intValue())
                    .put("dueMs", job.get("dueMs").longValue())
                    .put("id", job.get("id").textValue()));
    answer(exchange, 200, json);
  }

  private void stats(HttpExchange exchange) throws IOException {
    var partitions = QueryServers.numbers(query(exchange).getOrDefault("partitions", ""));
    if (!refused(exchange) && holds(exchange, partitions)) {
      answer(exchange, 200, counted(partitions));
    }
  }

  /** Answers with ten jobs in the first second, and the emitted jobs that the test has set. */
  private void overview(HttpExchange exchange) throws IOException {
    if (refused(exchange)) {
      return;
    }
    var query = query(exchange);
    var json = counted(active).put("ready", true).put("why", "");
    var emitted = json.putObject("emitted").put("overMs", 60_000);
    var parts = emitted.putArray("lateness");
    parts.addObject().put("toMs", 10).put("jobs", emittedInTime);
    parts.addObject().put("toMs", 20).put("jobs", 0);
    parts.addObject().put("jobs", 0);
    var told = lateness;
    if (told != null) {
      emitted.put("histogram", told.text()).put("maxMs", told.maxMs());
    }
    json.set("overdue", overdue);
    var from = Long.parseLong(query.getOrDefault("from", "-1"));
    var due = json.putObject("due").put("fromMs", from).put("exactToMs", from + active.size());
    due.put("behind", query.containsKey("namespace") ? "least" : "estimated");
    var minute = due.putArray("spans").addObject().put("name", "minute").put("stepMs", 1_000);
    minute.putArray("jobs").add(10).add(0);
    answer(exchange, 200, json);
  }

  private void trends(HttpExchange exchange) throws IOException {
    if (refused(exchange)) {
      return;
    }
    var json = QueryServers.JSON.createObjectNode();
    json.putArray("minutes").addAll(minutes);
    answer(exchange, 200, json);
  }

  private ObjectNode counted(Set<Integer> partitions) {
    var json = QueryServers.JSON.createObjectNode().put("asOfMs", AS_OF_MS);
    var parked = json.putArray("parked");
    all.jobs.values().stream()
        .filter(job -> job.get("state").textValue().equals("PARKED"))
        .map(job -> QueryServers.topic(job))
        .distinct()
        .forEach(
            topic ->
                parked
                    .addObject()
                    .put("topic", topic)
                    .put("reason", "TARGET_NO_LEADER")
                    .put("reasonText", "no broker leads it")
                    .put("sinceMs", 500)
                    .put("nextTryMs", 2_000));
    remadeMs.forEach(
        (topic, atMs) ->
            json.withArray("remade").addObject().put("topic", topic).put("atMs", atMs));
    var list = json.putArray("partitions");
    for (var partition : partitions) {
      var one = list.addObject().put("partition", partition);
      one.put("stale", !active.contains(partition));
      if (isLagKnown) {
        one.put("lag", partition);
      }
      var counts = one.putArray("counts");
      var nextDueMs = Long.MAX_VALUE;
      for (var job : all.jobs.values()) {
        if (QueryServers.partition(job.get("id").textValue()) == partition) {
          counts
              .addObject()
              .put("topic", QueryServers.topic(job))
              .put("state", job.get("state").textValue())
              .put("jobs", 1);
          nextDueMs = Math.min(nextDueMs, job.get("dueMs").longValue());
        }
      }
      if (nextDueMs < Long.MAX_VALUE) {
        one.put("nextDueMs", nextDueMs).put("oldestOverdueMs", nextDueMs);
      }
    }
    return json;
  }

  private boolean refused(HttpExchange exchange) throws IOException {
    questions.incrementAndGet();
    var headers = exchange.getRequestHeaders();
    shown.add(headers.getFirst("X-Request-Id") + " " + headers.getFirst("traceparent"));
    var isBusy = busyTimes.getAndUpdate(times -> Math.max(0, times - 1)) > 0;
    if (refusesWith == 0 && !isBusy) {
      return false;
    }
    var json = QueryServers.JSON.createObjectNode().put("error", isBusy ? "BUSY" : "UNAVAILABLE");
    var text = refusal;
    answer(exchange, isBusy ? 503 : refusesWith, text == null ? json.toString() : text);
    return true;
  }

  private boolean holds(HttpExchange exchange, Set<Integer> partitions) throws IOException {
    var json = QueryServers.JSON.createObjectNode().put("error", "NOT_HERE");
    var missing = json.putArray("partitions");
    partitions.stream()
        .filter(number -> !active.contains(number) && !standby.contains(number))
        .forEach(missing::add);
    if (missing.isEmpty()) {
      return true;
    }
    answer(exchange, 421, json);
    return false;
  }

  private ObjectNode dated(ObjectNode json, Set<Integer> partitions) {
    return json.put("stale", !active.containsAll(partitions)).put("asOfMs", AS_OF_MS);
  }

  private static Map<String, String> query(HttpExchange exchange) {
    var query = new HashMap<String, String>();
    for (var pair : exchange.getRequestURI().getRawQuery().split("&", -1)) {
      var equals = pair.indexOf('=');
      query.put(pair.substring(0, equals), decoded(pair.substring(equals + 1)));
    }
    return query;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static void answer(HttpExchange exchange, int status, JsonNode json) throws IOException {
    answer(exchange, status, json.toString());
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
