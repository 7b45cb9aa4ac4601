package io.delaygate.scheduler.query;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * Placement that Kafka Streams learnt at the last rebalance. Each instance is known by its {@code
 * application.server}, which is the address of its {@link QueryServer}. Thread-safe.
 */
public final class StreamsPlacement implements Placement {
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
    return member().streams().state() == KafkaStreams.State.REBALANCING
        ? owned().orElse(Set.of())
        : Set.of();
  }

  /** Partitions that were given to this instance; empty before the first time. */
  public Optional<Set<Integer>> owned() {
    var here = member().server();
    return metadata().stream()
        .filter(instance -> instance.hostInfo().equals(here))
        .findFirst()
        .map(instance -> partitions(instance.topicPartitions()));
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
      throw new InvalidStateStoreException("Kafka Streams is not created yet");
    }
    return known;
  }

  /** The topic of commands. */
  public record Topic(String name, int partitions) {}

  private record Member(KafkaStreams streams, HostInfo server) {}
}
