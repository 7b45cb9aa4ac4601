package io.delaygate.gateway.app;

import static java.util.stream.Collectors.toCollection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.JobId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Fake schedulers of the gateway: jobs in memory behind the internal API, on real sockets. */
final class QueryServers implements AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();
  static final int PARTITIONS = 16;

  /** Second implementation of the order of listings. */
  static final Comparator<JsonNode> ORDER =
      Comparator.<JsonNode>comparingLong(job -> job.get("dueMs").longValue())
          .thenComparingInt(job -> job.get("priority").intValue())
          .thenComparing(
              job -> job.get("id").textValue().getBytes(StandardCharsets.UTF_8),
              Arrays::compareUnsigned);

  final Map<String, ObjectNode> jobs = new ConcurrentHashMap<>();
  final Map<String, ObjectNode> payloads = new ConcurrentHashMap<>();
  final List<QueryServer> instances = new ArrayList<>();

  /** Assignment that all instances report; null for the true one. */
  volatile @Nullable ObjectNode told;

  /** Maximum number of jobs that one scan reads. */
  volatile int scanBudget = Integer.MAX_VALUE;

  /** Whether the next reservation is answered with an invalid job. */
  final AtomicBoolean answersNonsense = new AtomicBoolean();

  /** Instances that share the partitions; the standby of each partition is the next instance. */
  static QueryServers of(int instances) {
    var servers = new QueryServers();
    for (var i = 0; i < instances; i++) {
      servers.instances.add(new QueryServer(servers));
    }
    servers.reset();
    return servers;
  }

  /** Restores the initial state; stopped instances stay stopped. */
  void reset() {
    jobs.clear();
    payloads.clear();
    told = null;
    scanBudget = Integer.MAX_VALUE;
    instances.forEach(QueryServer::reset);
    for (var partition = 0; partition < PARTITIONS; partition++) {
      instances.get(partition % instances.size()).active.add(partition);
      if (instances.size() > 1) {
        instances.get((partition + 1) % instances.size()).standby.add(partition);
      }
    }
  }

  /** Value of {@code scheduler.urls}. */
  String urls() {
    return String.join(",", instances.stream().map(QueryServer::url).toList());
  }

  ObjectNode add(String id, long dueMs, String topic) {
    var job = JSON.createObjectNode();
    job.put("id", id).put("state", "SCHEDULED").put("version", 1).put("createdMs", 1);
    job.put("dueMs", dueMs).put("priority", 5).putObject("target").put("topic", topic);
    jobs.put(id, job);
    return job;
  }

  QueryServer owner(String id) {
    return instances.stream()
        .filter(instance -> instance.active.contains(partition(id)))
        .findFirst()
        .orElseThrow();
  }

  QueryServer standby(String id) {
    return instances.stream()
        .filter(instance -> instance.standby.contains(partition(id)))
        .findFirst()
        .orElseThrow();
  }

  /** Moves a partition to another instance, without a standby. */
  void move(int partition, QueryServer to) {
    instances.forEach(instance -> instance.active.remove(partition));
    instances.forEach(instance -> instance.standby.remove(partition));
    to.active.add(partition);
  }

  static int partition(String id) {
    return new JobId(id).partition(PARTITIONS).orElse(-1);
  }

  ObjectNode assignment() {
    var lie = told;
    if (lie != null) {
      return lie;
    }
    var json = JSON.createObjectNode().put("partitions", PARTITIONS);
    var list = json.putArray("instances");
    for (var instance : instances) {
      if (instance.active.isEmpty() && instance.standby.isEmpty()) {
        continue;
      }
      var one = list.addObject().put("url", instance.url());
      instance.active.forEach(one.putArray("active")::add);
      instance.standby.forEach(one.putArray("standby")::add);
    }
    return json;
  }

  /** One page of a scan, in the form of the internal API. */
  ObjectNode scan(Set<Integer> partitions, Map<String, String> query) {
    var limit = Integer.parseInt(query.getOrDefault("limit", "100"));
    var after = query.get("after");
    var sorted =
        jobs.values().stream()
            .filter(job -> partitions.contains(partition(job.get("id").textValue())))
            .filter(
                job ->
                    query.containsKey("state")
                        || job.get("state").textValue().matches("SCHEDULED|PARKED"))
            .filter(job -> after == null || ORDER.compare(job, position(after)) > 0)
            .sorted(ORDER)
            .toList();
    var json = JSON.createObjectNode();
    var page = json.putArray("jobs");
    var looked = 0;
    while (looked < sorted.size() && looked < scanBudget && page.size() < limit) {
      var job = sorted.get(looked++);
      if (fits(job, query)) {
        page.add(job);
      }
    }
    if (looked < sorted.size()) {
      json.put("next", looked == 0 ? after : position(sorted.get(looked - 1)));
    }
    return json;
  }

  /** The name that schedulers know a target by. */
  static String topic(JsonNode job) {
    var endpoint = job.at("/target/endpoint");
    var namespace = new JobId(job.get("id").textValue()).namespace();
    return endpoint.isTextual()
        ? "queue." + namespace + ".~" + endpoint.textValue()
        : job.at("/target/topic").textValue();
  }

  private static boolean fits(JsonNode job, Map<String, String> query) {
    var due = job.get("dueMs").longValue();
    return query.getOrDefault("topic", topic(job)).equals(topic(job))
        && query
            .getOrDefault("state", job.get("state").textValue())
            .equals(job.get("state").textValue())
        && due >= Long.parseLong(query.getOrDefault("dueFrom", "0"))
        && due < Long.parseLong(query.getOrDefault("dueTo", Long.toString(Long.MAX_VALUE)))
        && job.get("id").textValue().startsWith(query.getOrDefault("idPrefix", ""));
  }

  private static String position(JsonNode job) {
    var id = job.get("id").textValue().getBytes(StandardCharsets.UTF_8);
    return job.get("dueMs").longValue()
        + "."
        + job.get("priority").intValue()
        + "."
        + Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  private static JsonNode position(String text) {
    var parts = text.split("\\.", -1);
    return JSON.createObjectNode()
        .put("dueMs", Long.parseLong(parts[0]))
        .put("priority", Integer.parseInt(parts[1]))
        .put("id", new String(Base64.getUrlDecoder().decode(parts[2]), StandardCharsets.UTF_8));
  }

  static Set<Integer> numbers(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(Integer::valueOf)
        .collect(toCollection(TreeSet::new));
  }

  static Set<Integer> all() {
    return IntStream.range(0, PARTITIONS).boxed().collect(toCollection(TreeSet::new));
  }

  @Override
  public void close() {
    instances.forEach(QueryServer::close);
  }
}
