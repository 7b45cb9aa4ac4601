package io.delaygate.schemas.directory;

import static java.util.stream.Collectors.toMap;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection.TopicNameCollection;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/** The two answers of brokers that the directory asks for, and how often it asked. */
final class Brokers {
  private static final Node NODE = new Node(0, "localhost", 9092);

  private final Map<String, KafkaFuture<TopicDescription>> topics = new ConcurrentHashMap<>();
  private final Map<String, String> sizes = new ConcurrentHashMap<>();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();

  void topic(String name, int partitions, AclOperation... rights) {
    var infos =
        IntStream.range(0, partitions)
            .mapToObj(i -> new TopicPartitionInfo(i, NODE, List.of(NODE), List.of(NODE)))
            .toList();
    topics.put(
        name,
        KafkaFuture.completedFuture(new TopicDescription(name, false, infos, Set.of(rights))));
  }

  void writable(String name, int partitions) {
    topic(name, partitions, AclOperation.DESCRIBE, AclOperation.WRITE);
  }

  void fails(String name, Exception failure) {
    topics.put(name, failed(failure));
  }

  void takes(String name, String maxMessageBytes) {
    sizes.put(name, maxMessageBytes);
  }

  int timesAsked(String name) {
    return asked.getOrDefault(name, 0);
  }

  /** Knows the two calls that the directory makes; any other is a fault of the test. */
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
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  private Map<String, KafkaFuture<TopicDescription>> describe(Collection<String> names) {
    var answer = new HashMap<String, KafkaFuture<TopicDescription>>();
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
    var size = sizes.get(topic.name());
    if (size == null) {
      return failed(new ClusterAuthorizationException("configurations are not for you"));
    }
    var entry = new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, size);
    return KafkaFuture.completedFuture(new Config(List.of(entry)));
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
