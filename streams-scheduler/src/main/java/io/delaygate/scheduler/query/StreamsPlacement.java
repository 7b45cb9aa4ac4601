package io.delaygate.scheduler.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * Placement as Kafka Streams was told at the last rebalance. Each instance is known by its {@code
 * application.server}, which is the address of its {@link QueryServer}. Thread-safe.
 */
public final class StreamsPlacement implements Placement {
  private static final String LAG = "records-lag";

  private final Topic topic;
  private volatile @Nullable Member member;

  /** A placement that knows nothing until {@link #follow}. */
  public StreamsPlacement(Topic topic) {
    this.topic = topic;
  }

  /**
   * Begins to ask a Kafka Streams instance.
   *
   * @param server what it was given as {@code application.server}
   */
  public void follow(KafkaStreams streams, String server) {
    member = new Member(streams, HostInfo.buildFromEndpoint(server));
  }

  @Override
  public int partitions() {
    return topic.partitions();
  }

  @Override
  public List<Instance> instances() {
    return metadata().stream()
        .map(
            instance ->
                new Instance(
                    url(instance.hostInfo()),
                    partitions(instance.topicPartitions()),
                    partitions(instance.standbyTopicPartitions())))
        .toList();
  }

  private static String url(HostInfo server) {
    var host = server.host().contains(":") ? "[" + server.host() + "]" : server.host();
    return "http://" + host + ":" + server.port();
  }

  @Override
  public Role role(int partition) {
    var here = member().server();
    for (var instance : metadata()) {
      if (instance.hostInfo().equals(here)) {
        if (partitions(instance.topicPartitions()).contains(partition)) {
          return Role.ACTIVE;
        }
        if (partitions(instance.standbyTopicPartitions()).contains(partition)) {
          return Role.STANDBY;
        }
      }
    }
    return member().streams().state() == KafkaStreams.State.RUNNING ? Role.NONE : Role.UNSETTLED;
  }

  /** Partitions that were given to this instance, while not all of its tasks work; else none. */
  public Set<Integer> awaited() {
    var here = member();
    if (here.streams().state() != KafkaStreams.State.REBALANCING) {
      return Set.of();
    }
    return metadata().stream()
        .filter(instance -> instance.hostInfo().equals(here.server()))
        .flatMap(instance -> partitions(instance.topicPartitions()).stream())
        .collect(Collectors.toSet());
  }

  @Override
  public Map<Integer, Long> lags() {
    var lags = new HashMap<Integer, Long>();
    member().streams().metrics().forEach((name, metric) -> lag(name, metric, lags));
    return lags;
  }

  private void lag(MetricName name, Metric metric, Map<Integer, Long> lags) {
    var partition = name.tags().get("partition");
    if (name.name().equals(LAG)
        && topic.isIn(name.tags().get("topic"))
        && partition != null
        && metric.metricValue() instanceof Double lag
        && !lag.isNaN()) {
      lags.put(Integer.valueOf(partition), lag.longValue());
    }
  }

  private Collection<StreamsMetadata> metadata() {
    try {
      return member().streams().metadataForAllStreamsClients();
    } catch (IllegalStateException notRunning) {
      throw new InvalidStateStoreException(notRunning);
    }
  }

  private Set<Integer> partitions(Set<TopicPartition> assigned) {
    var partitions = new HashSet<Integer>();
    for (var source : assigned) {
      if (source.topic().equals(topic.name())) {
        partitions.add(source.partition());
      }
    }
    return partitions;
  }

  private Member member() {
    var known = member;
    if (known == null) {
      throw new InvalidStateStoreException("Kafka Streams is not made yet");
    }
    return known;
  }

  /** The topic of commands. */
  public record Topic(String name, int partitions) {
    /** Kafka has put underscores for the dots of topics in tags, and may do so still. */
    boolean isIn(@Nullable String tag) {
      return name.equals(tag) || name.replace('.', '_').equals(tag);
    }
  }

  private record Member(KafkaStreams streams, HostInfo server) {}
}
