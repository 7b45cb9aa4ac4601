package io.delaygate.service.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicFactsTest {
  private static final int UNTOLD = 1_000;
  private static final Node A = new Node(1, "a", 9092);
  private static final Node B = new Node(2, "b", 9092);

  @ParameterizedTest
  @CsvSource({"compact, true", "'compact,delete', true", "'delete,compact', true", "delete, false"})
  void aCompactedTopicNeedsKeys(String policy, boolean needsKey) {
    assertThat(status(config(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, policy))).needsKey())
        .isEqualTo(needsKey);
  }

  @Test
  void timesMayBeOffByTheSmallerOfBothBounds() {
    assertThat(tolerance("CreateTime", "10", "20")).isEqualTo(10);
    assertThat(tolerance("CreateTime", "20", "10")).isEqualTo(10);
    assertThat(tolerance("LogAppendTime", "10", "20")).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void withoutTheRightToReadConfigurationsOnlyTheLeaderIsKnown() {
    // Given
    var partitions = List.of(partition(0, A, List.of(A)), partition(1, null, List.of()));

    // When
    var status = new TopicFacts(described(partitions), null, UNTOLD).status();

    // Then
    assertThat(status)
        .isEqualTo(
            new TopicStatus.Writable(
                2, UNTOLD, false, Long.MAX_VALUE, Map.of(1, ReasonCode.TARGET_NO_LEADER)));
  }

  @Test
  void aPartitionIsClosedWithoutLeaderOrReplicas() {
    // Given
    var partitions =
        List.of(
            partition(0, A, List.of(A, B)),
            partition(1, A, List.of(A)),
            partition(2, Node.noNode(), List.of(A, B)),
            partition(3, null, List.of(A, B)));

    // When
    var two = status(partitions, config(Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2")));
    var one = status(partitions, config(Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1")));

    // Then
    assertThat(two.closed())
        .isEqualTo(
            Map.of(
                1, ReasonCode.TARGET_REPLICAS_TOO_FEW,
                2, ReasonCode.TARGET_NO_LEADER,
                3, ReasonCode.TARGET_NO_LEADER));
    assertThat(one.closed()).containsOnlyKeys(2, 3);
  }

  @Test
  void noMoreReplicasAreAskedForThanAPartitionHas() {
    var three = config(Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "3"));

    assertThat(status(List.of(partition(0, A, List.of(A, B))), three).closed()).isEmpty();
    assertThat(status(List.of(partition(0, A, List.of(A))), three).closed()).containsOnlyKeys(0);
  }

  @Test
  void valuesThatCannotBeReadAreTakenForUntold() {
    var status = status(config(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "many")));

    assertThat(status).isEqualTo(new TopicStatus.Writable(1, UNTOLD));
  }

  private static long tolerance(String type, String before, String after) {
    return status(
            config(
                Map.of(
                    TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, type,
                    TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, before,
                    TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, after)))
        .timestampToleranceMs();
  }

  private static TopicStatus.Writable status(Config config) {
    return status(List.of(partition(0, A, List.of(A, B))), config);
  }

  private static TopicStatus.Writable status(List<TopicPartitionInfo> partitions, Config config) {
    return new TopicFacts(described(partitions), config, UNTOLD).status();
  }

  private static TopicDescription described(List<TopicPartitionInfo> partitions) {
    return new TopicDescription("orders", false, partitions, Set.of());
  }

  private static TopicPartitionInfo partition(int number, @Nullable Node leader, List<Node> isr) {
    return new TopicPartitionInfo(number, leader, List.of(A, B), isr);
  }

  private static Config config(Map<String, String> values) {
    return new Config(
        values.entrySet().stream()
            .map(each -> new ConfigEntry(each.getKey(), each.getValue()))
            .toList());
  }
}
