package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.topics.PlanStrimzi;
import io.delaygate.scheduler.topics.TopicPlan;
import io.delaygate.schemas.topics.PlannedTopic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the topic plan equals the topics that Kafka Streams and the scheduler create. */
@KafkaTest
class TopicPlanTest {
  private static final int PARTITIONS = 3;

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1"})
  void changelogsAreThoseThatKafkaStreamsWouldCreate(
      String replication, KafkaCluster cluster, @TempDir Path state) throws Exception {
    try (var delaygate = new Installation(cluster, state, PARTITIONS)) {
      // Given
      var settings =
          SchedulerSettings.of(
              delaygate.settings("one", Map.of("replication.factor", replication)));
      var changelogs = changelogs(settings);

      // When
      letKafkaStreamsCreate(settings);

      // Then
      assertThat(changelogs).hasSize(1);
      for (var planned : changelogs) {
        assertThat(configs(delaygate, planned.name())).isEqualTo(planned.configs());
        assertThat(delaygate.topics().describe(planned.name()).orElseThrow().partitions())
            .hasSize(PARTITIONS);
      }
    }
  }

  @Test
  void aSchedulerCreatesTheChangelogsOfThePlan(KafkaCluster cluster, @TempDir Path state)
      throws Exception {
    try (var delaygate = new Installation(cluster, state, PARTITIONS)) {
      // Given
      var changelogs = changelogs(SchedulerSettings.of(delaygate.settings("one", Map.of())));

      // When
      delaygate.startScheduler("one");

      // Then
      for (var planned : changelogs) {
        assertThat(configs(delaygate, planned.name())).isEqualTo(planned.configs());
      }
    }
  }

  @Test
  void theResourcesOfStrimziAreYamlAndSayThePlan() throws IOException {
    // Given
    var settings =
        Map.of("bootstrap.servers", "unused:1", "topic.prefix", "EU_", "replication.factor", "3");
    var plan = TopicPlan.of(SchedulerSettings.of(settings));

    // When
    List<JsonNode> resources;
    try (var parser = new YAMLFactory().createParser(PlanStrimzi.of(plan, "prod"))) {
      resources =
          new ObjectMapper().readerFor(JsonNode.class).<JsonNode>readValues(parser).readAll();
    }

    // Then
    assertThat(resources).hasSameSizeAs(plan);
    for (var i = 0; i < plan.size(); i++) {
      var planned = plan.get(i);
      var spec = resources.get(i).get("spec");
      assertThat(spec.get("topicName").asText()).isEqualTo(planned.name());
      assertThat(spec.get("partitions").asInt()).isEqualTo(planned.partitions());
      assertThat(spec.get("replicas").asInt()).isEqualTo(3);
      var configs = new TreeMap<String, String>();
      spec.get("config")
          .properties()
          .forEach(it -> configs.put(it.getKey(), it.getValue().asText()));
      assertThat(configs).isEqualTo(planned.configs());
    }
    assertThat(resources.stream().map(it -> it.get("metadata").get("name").asText()))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("eu-[a-z0-9-]+[a-z0-9]"));
  }

  private static List<PlannedTopic> changelogs(SchedulerSettings settings) {
    return TopicPlan.of(settings, PARTITIONS).stream()
        .filter(topic -> topic.role().isChangelog())
        .toList();
  }

  /** Runs a topology with the scheduler's stores that does nothing. */
  private static void letKafkaStreamsCreate(SchedulerSettings settings) {
    var bytes = new ByteArrayDeserializer();
    try (var memory = settings.memory()) {
      var topology =
          new Topology()
              .addSource("commands", bytes, bytes, settings.names().requests())
              .addProcessor("idle", Idle::new, "commands")
              .addStateStore(
                  JobStoreFactory.jobs(memory, new OpenJobStores(System::nanoTime)), "idle");
      run(topology, settings);
    }
  }

  private static void run(Topology topology, SchedulerSettings settings) {
    try (var streams = new KafkaStreams(topology, settings.streamsProperties())) {
      streams.start();
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(() -> streams.state() == KafkaStreams.State.RUNNING);
    }
  }

  /** Settings that were given at the creation, without those of the broker. */
  private static Map<String, String> configs(Installation delaygate, String topic)
      throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    var configs = delaygate.topics().admin().describeConfigs(List.of(resource)).all().get();
    return configs.get(resource).entries().stream()
        .filter(entry -> entry.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG)
        .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
  }

  private static final class Idle implements Processor<byte[], byte[], Void, Void> {
    @Override
    public void process(Record<byte[], byte[]> record) {}
  }
}
