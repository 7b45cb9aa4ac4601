package io.delaygate.service.directory;

import static java.util.stream.Collectors.toMap;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ListTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection.TopicNameCollection;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/**
 * Fake of the brokers that a topic directory queries: it returns prepared answers and counts calls.
 */
final class Brokers {
  private static final Node NODE = new Node(0, "localhost", 9092);

  private final Map<String, KafkaFuture<TopicDescription>> topics = new ConcurrentHashMap<>();
  private final Map<String, Map<String, String>> configs = new ConcurrentHashMap<>();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();
  private final List<Set<String>> requests = new CopyOnWriteArrayList<>();
  private final Set<String> silentAbout = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lists = new AtomicInteger();
  private volatile boolean isSilent;
  private final AtomicReference<Error> fault = new AtomicReference<>();

  void topic(String name, int partitions, AclOperation... rights) {
    var infos =
        IntStream.range(0, partitions)
            .mapToObj(i -> new TopicPartitionInfo(i, NODE, List.of(NODE), List.of(NODE)))
            .toList();
    var id = Uuid.randomUuid();
    topics.put(
        name,
        KafkaFuture.completedFuture(new TopicDescription(name, false, infos, Set.of(rights), id)));
  }

  void drop(String name) {
    topics.remove(name);
  }

  /** Leaves all further queries without an answer or an error. */
  void fallSilent() {
    isSilent = true;
  }

  /** Throws this error at the next query for descriptions. */
  void failsOnceBy(Error unforeseen) {
    fault.set(unforeseen);
  }

  /** Leaves all queries that name this topic without an answer. */
  void fallSilentAbout(String name) {
    silentAbout.add(name);
  }

  /** The topic names of each query for descriptions. */
  List<Set<String>> requests() {
    return requests;
  }

  /** Number of queries for the names of all topics. */
  int lists() {
    return lists.get();
  }

  void writable(String name, int partitions) {
    topic(name, partitions, AclOperation.DESCRIBE, AclOperation.WRITE);
  }

  void fails(String name, Exception failure) {
    topics.put(name, failed(failure));
  }

  void takes(String name, String maxMessageBytes) {
    configs.put(name, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, maxMessageBytes));
  }

  int timesAsked(String name) {
    return asked.getOrDefault(name, 0);
  }

  /** An admin client with the calls that the directory makes; any other call throws. */
  Admin admin() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "describeTopics" ->
                      new Topics(describe(((TopicNameCollection) arguments[0]).topicNames()));
                  case "describeConfigs" -> new Configs(configs((Collection<?>) arguments[0]));
                  case "listTopics" -> list();
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  private Map<String, KafkaFuture<TopicDescription>> describe(Collection<String> names) {
    var answer = new HashMap<String, KafkaFuture<TopicDescription>>();
    requests.add(Set.copyOf(names));
    var unforeseen = fault.getAndSet(null);
    if (unforeseen != null) {
      throw unforeseen;
    }
    if (isSilent || names.stream().anyMatch(silentAbout::contains)) {
      names.forEach(name -> answer.put(name, new KafkaFutureImpl<>()));
      return answer;
    }
    for (var name : names) {
      asked.merge(name, 1, Integer::sum);
      answer.put(
          name,
          topics.getOrDefault(name, failed(new UnknownTopicOrPartitionException("no " + name))));
    }
    return answer;
  }

  private Map<ConfigResource, KafkaFuture<Config>> configs(Collection<?> resources) {
    return resources.stream()
        .map(ConfigResource.class::cast)
        .collect(toMap(Function.identity(), this::config));
  }

  private KafkaFuture<Config> config(ConfigResource topic) {
    var values = configs.get(topic.name());
    if (values == null) {
      return failed(new ClusterAuthorizationException("configurations are not for you"));
    }
    return KafkaFuture.completedFuture(
        new Config(
            values.entrySet().stream()
                .map(each -> new ConfigEntry(each.getKey(), each.getValue()))
                .toList()));
  }

  /** By reflection, as the constructor is not public. */
  private ListTopicsResult list() {
    lists.incrementAndGet();
    var listed = new HashMap<String, TopicListing>();
    topics.forEach(
        (name, topic) -> {
          if (!topic.isCompletedExceptionally()) {
            listed.put(name, new TopicListing(name, Uuid.randomUuid(), false));
          }
        });
    try {
      var result = ListTopicsResult.class.getDeclaredConstructor(KafkaFuture.class);
      result.setAccessible(true);
      return result.newInstance(
          isSilent ? new KafkaFutureImpl<>() : KafkaFuture.completedFuture(listed));
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError(changed.getMessage(), changed);
    }
  }

  private static <T> KafkaFuture<T> failed(Exception failure) {
    var future = new KafkaFutureImpl<T>();
    future.completeExceptionally(failure);
    return future;
  }

  private static final class Topics extends DescribeTopicsResult {
    Topics(Map<String, KafkaFuture<TopicDescription>> byName) {
      super(null, byName);
    }
  }

  private static final class Configs extends DescribeConfigsResult {
    Configs(Map<ConfigResource, KafkaFuture<Config>> byResource) {
      super(byResource);
    }
  }
}
