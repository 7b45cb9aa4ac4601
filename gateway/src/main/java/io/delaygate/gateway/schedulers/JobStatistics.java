package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.PendingJobQuota;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.topics.EndpointName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Job counts of all partitions, added up by topic, state and namespace. */
public final class JobStatistics implements PendingJobQuota.Counted {
  private static final String NEXT_DUE = "nextDueMs";
  private static final String OLDEST_OVERDUE = "oldestOverdueMs";

  private static final String LAG = "lag";
  private static final String JOBS = "jobs";
  private static final String STATES = "states";

  private final List<SchedulerQueryClient.Answer> answers;
  private final ParkedJobs parked;
  private final Map<String, Long> remadeMs = new HashMap<>();

  public JobStatistics(List<SchedulerQueryClient.Answer> answers) {
    this.answers = answers;
    this.parked = new ParkedJobs(answers.stream().map(JobStatistics::found).toList());
    answers.stream()
        .flatMap(answer -> children(found(answer).path("remade")))
        .forEach(topic -> remadeMs.merge(topic(topic), topic.path("atMs").longValue(), Math::max));
  }

  /** Counts of everything. */
  public ObjectNode all() {
    var json = withCounts(null);
    var byTopic = new TreeMap<String, ObjectNode>();
    counts().forEach(count -> byTopic.computeIfAbsent(topic(count), this::targetCounts));
    var topics = json.putArray("topics");
    var endpoints = json.putArray("endpoints");
    byTopic.values().forEach(target -> (target.has("topic") ? topics : endpoints).add(target));
    rejected().put(json, null);
    earliest(json, NEXT_DUE);
    earliest(json, OLDEST_OVERDUE);
    var partitions = partitions();
    json.putNull(LAG);
    if (partitions.stream().allMatch(part -> part.path(LAG).isNumber())) { // not of some only
      json.put(LAG, partitions.stream().mapToLong(part -> part.path(LAG).longValue()).sum());
    }
    HistorySize.of(answers.stream().map(JobStatistics::found).toList())
        .ifPresent(history -> json.set(HistorySize.NAME, history));
    json.putArray("partitions").addAll(partitions);
    return json;
  }

  /**
   * Marks counts in which partitions are missing: they are lower bounds, or not known at all.
   *
   * @param isAllMissing whether no partition was counted
   */
  void markUnknown(ObjectNode json, boolean isAllMissing) {
    if (isAllMissing) {
      json.putNull(JOBS);
      var states = json.putObject(STATES);
      Arrays.stream(JobState.values()).forEach(state -> states.putNull(state.name()));
    } else {
      json.put("atLeast", true);
    }
    if (json.has(LAG)) { // not of a namespace
      json.putNull(LAG);
      Stream.of(NEXT_DUE, OLDEST_OVERDUE).filter(time -> !json.has(time)).forEach(json::putNull);
    }
  }

  /** Of each instance once: it counts for all of its partitions together. */
  private RejectedCounts rejected() {
    var byInstance = new TreeMap<String, JsonNode>();
    answers.forEach(answer -> byInstance.put(answer.url(), found(answer)));
    return RejectedCounts.of(byInstance.values());
  }

  /** Counts of one target topic. */
  public ObjectNode of(String topic) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("topic", topic);
    json.setAll(withCounts(topic));
    putCondition(json, topic);
    return json;
  }

  /** Counts of one namespace; zero for one without jobs. */
  public ObjectNode within(String namespace) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("namespace", namespace);
    json.setAll(dated());
    addCounts(json, ofNamespace(namespace));
    rejected().put(json, namespace);
    return json;
  }

  @Override
  public long pendingWithin(String namespace) {
    return within(namespace, null);
  }

  /**
   * Number of jobs of a namespace.
   *
   * @param state null for all pending ones
   */
  public long within(String namespace, @Nullable JobState state) {
    if (!namespace.equals(JobId.DEFAULT_NAMESPACE)) {
      return sum(ofNamespace(namespace), state);
    }
    // schedulers count each other namespace, and all namespaces together
    return sum(counts(), state) - sum(ofOthers(), state);
  }

  /**
   * Number of jobs of one target topic.
   *
   * @param state null for all pending ones
   */
  public long count(String topic, @Nullable JobState state) {
    return sum(counts().filter(count -> topic.equals(topic(count))), state);
  }

  private static long sum(Stream<JsonNode> counts, @Nullable JobState state) {
    var byState = byState(counts);
    return state == null ? pending(byState) : byState.getOrDefault(state, 0L);
  }

  @Override
  public boolean includes(Map<Integer, Long> ends) {
    return stored().allMatch(part -> includes(part, ends));
  }

  /**
   * A missing position comes from an older scheduler, or from one that has read nothing since its
   * start.
   */
  private static boolean includes(JsonNode part, Map<Integer, Long> ends) {
    var end = ends.getOrDefault(part.path("partition").intValue(), 0L);
    return !part.path("stale").booleanValue() && part.path("position").asLong(end) >= end;
  }

  private Stream<JsonNode> ofOthers() {
    return stored().flatMap(part -> children(part.path("namespaces")));
  }

  private Stream<JsonNode> ofNamespace(String namespace) {
    return ofOthers().filter(count -> namespace.equals(count.path("namespace").asText()));
  }

  private ObjectNode targetCounts(String topic) {
    var json = JsonNodeFactory.instance.objectNode();
    EndpointName.find(topic)
        .ifPresentOrElse(
            endpoint ->
                json.put("namespace", endpoint.namespace()).put("endpoint", endpoint.name()),
            () -> json.put("topic", topic));
    addCounts(json, topic);
    putCondition(json, topic);
    return json;
  }

  /** Adds why jobs are parked, and since when the topic is another one; nothing if all is well. */
  private void putCondition(ObjectNode json, String topic) {
    parked.put(json, topic);
    var atMs = remadeMs.get(topic);
    if (atMs != null) {
      addTime(json, "remadeMs", atMs);
    }
  }

  private ObjectNode withCounts(@Nullable String topic) {
    var json = dated();
    addCounts(json, topic);
    return json;
  }

  /** Targets of pending and dead jobs: topics, queues and endpoints. */
  public Set<String> topics() {
    return counts().map(JobStatistics::topic).collect(Collectors.toSet());
  }

  /** Number of jobs of one target topic in one state. */
  public long of(String topic, JobState state) {
    return count(topic, state);
  }

  /** Adds the counts of a queue, by the states that callers of queues know, and why jobs wait. */
  public void addQueueCounts(ObjectNode json, String topic) {
    var byState = byState(counts().filter(count -> topic.equals(topic(count))));
    json.put(JOBS, pending(byState));
    var states = json.putObject(STATES);
    for (var state : QueueJobState.values()) {
      states.put(state.text(), byState.getOrDefault(state.job(), 0L));
    }
    putCondition(json, topic);
  }

  /** A new object with the time of the counts. */
  public ObjectNode dated() {
    var json = JsonNodeFactory.instance.objectNode();
    var stale = partitions().stream().anyMatch(part -> part.path("stale").booleanValue());
    var asOfMs =
        answers.stream().mapToLong(answer -> found(answer).path("asOfMs").longValue()).min();
    json.put("asOfMs", asOfMs.orElse(0));
    json.put("stale", stale);
    return CallerJobView.withIsoTimes(json);
  }

  private void addCounts(ObjectNode json, @Nullable String topic) {
    addCounts(json, counts().filter(count -> topic == null || topic.equals(topic(count))));
  }

  private static void addCounts(ObjectNode json, Stream<JsonNode> counts) {
    var byState = byState(counts);
    json.put(JOBS, pending(byState));
    var states = json.putObject(STATES);
    byState.forEach((state, jobs) -> states.put(state.name(), jobs));
  }

  private static Map<JobState, Long> byState(Stream<JsonNode> counts) {
    var byState = new EnumMap<JobState, Long>(JobState.class);
    for (var state : JobState.values()) {
      byState.put(state, 0L);
    }
    counts.forEach(
        count ->
            state(count)
                .ifPresent(state -> byState.merge(state, count.path(JOBS).longValue(), Long::sum)));
    return byState;
  }

  private static long pending(Map<JobState, Long> byState) {
    return byState.entrySet().stream()
        .filter(count -> count.getKey().isPending())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private void earliest(ObjectNode json, String name) {
    var earliest =
        stored()
            .map(part -> part.path(name))
            .filter(JsonNode::isIntegralNumber)
            .mapToLong(JsonNode::longValue)
            .min();
    if (earliest.isPresent()) {
      addTime(json, name, earliest.getAsLong());
    }
  }

  private List<ObjectNode> partitions() {
    var byNumber = new TreeMap<Integer, ObjectNode>();
    for (var answer : answers) {
      for (var part : found(answer).path("partitions")) {
        byNumber.put(part.path("partition").intValue(), partition(answer.url(), part));
      }
    }
    return new ArrayList<>(byNumber.values());
  }

  private static ObjectNode partition(String url, JsonNode part) {
    var json = JsonNodeFactory.instance.objectNode();
    json.set("partition", part.path("partition"));
    json.put("owner", url);
    json.put("stale", part.path("stale").booleanValue());
    json.put(JOBS, pending(part));
    for (var name : List.of(NEXT_DUE, OLDEST_OVERDUE)) {
      if (part.path(name).isIntegralNumber()) {
        addTime(json, name, part.path(name).longValue());
      }
    }
    json.set(LAG, part.path(LAG).isIntegralNumber() ? part.path(LAG) : null);
    return json;
  }

  private static long pending(JsonNode part) {
    return jobs(part)
        .filter(count -> state(count).filter(JobState::isPending).isPresent())
        .mapToLong(count -> count.path(JOBS).longValue())
        .sum();
  }

  private static void addTime(ObjectNode json, String name, long ms) {
    var time = JsonNodeFactory.instance.objectNode();
    time.put(name, ms);
    json.setAll(CallerJobView.withIsoTimes(time));
  }

  private Stream<JsonNode> stored() {
    return answers.stream().flatMap(answer -> children(found(answer).path("partitions")));
  }

  private Stream<JsonNode> counts() {
    return stored().flatMap(JobStatistics::jobs);
  }

  private static Stream<JsonNode> jobs(JsonNode part) {
    return children(part.path("counts"));
  }

  private static Stream<JsonNode> children(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  /** Empty for a state that only another version of the scheduler knows. */
  private static Optional<JobState> state(JsonNode count) {
    var name = count.path("state").asText();
    return Arrays.stream(JobState.values()).filter(state -> state.name().equals(name)).findFirst();
  }

  private static String topic(JsonNode count) {
    return count.path("topic").asText();
  }

  private static JsonNode found(SchedulerQueryClient.Answer answer) {
    if (answer.reply() instanceof SchedulerReply.Found found
        && found.json().path("partitions").isArray()) {
      return found.json();
    }
    throw SchedulerReply.otherVersion();
  }
}
