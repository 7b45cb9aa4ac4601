package io.delaygate.gateway.handout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShareGroupsTest {
  private static final String LIMIT = "share.delivery.count.limit";

  private final Map<String, String> set = new HashMap<>();

  @Test
  void aGroupIsMadeReady() {
    // When
    ShareGroups.configure("mails", config -> change(config, "nothing", null));

    // Then
    assertThat(set)
        .isEqualTo(
            Map.of(
                "share.isolation.level",
                "read_committed",
                "share.auto.offset.reset",
                "earliest",
                LIMIT,
                "10"));
  }

  @Test
  void brokersThatDoNotKnowTheLimitOfDeliveriesAreReadAllTheSame() {
    // When
    ShareGroups.configure(
        "mails", config -> change(config, LIMIT, new InvalidConfigurationException("unknown")));

    // Then
    assertThat(set).containsOnlyKeys("share.isolation.level", "share.auto.offset.reset");
  }

  @Test
  void anIsolationThatIsNotKnownIsAFailure() {
    assertThatThrownBy(
            () ->
                ShareGroups.configure(
                    "mails",
                    config ->
                        change(
                            config,
                            "share.isolation.level",
                            new InvalidConfigurationException("unknown"))))
        .isInstanceOf(KafkaException.class)
        .hasMessage("The share group mails cannot be set up");
  }

  @Test
  void aLimitThatIsNotAnsweredIsAFailure() {
    assertThatThrownBy(
            () ->
                ShareGroups.configure(
                    "mails", config -> change(config, LIMIT, new TimeoutException("no answer"))))
        .isInstanceOf(KafkaException.class)
        .hasRootCauseMessage("no answer");
  }

  private CompletionStage<Void> change(
      Map<String, String> config, String refused, @Nullable RuntimeException failure) {
    if (failure != null && config.containsKey(refused)) {
      return CompletableFuture.failedFuture(failure);
    }
    set.putAll(config);
    return CompletableFuture.completedFuture(null);
  }
}
