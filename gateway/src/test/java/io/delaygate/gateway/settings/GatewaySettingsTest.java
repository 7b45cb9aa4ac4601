package io.delaygate.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.settings.SettingsException;
import io.delaygate.schemas.topics.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewaySettingsTest {
  @Test
  void hasDefaultsForAllButTheBrokers() {
    var settings = check();

    assertThat(settings.host()).isEqualTo("127.0.0.1");
    assertThat(settings.port()).isEqualTo(8080);
    assertThat(settings.maxBodyBytes()).isEqualTo(2 * 1024 * 1024);
    assertThat(settings.maxHeaderBytes()).isEqualTo(16 * 1024);
    assertThat(settings.maxInflightBytes()).isEqualTo(32L * 1024 * 1024);
    assertThat(settings.topicNames()).isEqualTo(TopicNames.prefixed(""));
    assertThatThrownBy(() -> GatewaySettings.check(Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("bootstrap.servers");
  }

  @Test
  void namesHangOnThePrefixUnlessOverridden() {
    var names = check("topic.prefix", "eu-", "requests.topic", "commands").topicNames();

    assertThat(names.requests()).isEqualTo("commands");
    assertThat(names.deadLetters()).isEqualTo("eu-delay-dead-letters");
    assertThat(names.applicationId()).isEqualTo("eu-delaygate");
  }

  @Test
  void eachNameCanBeOverridden() {
    var names =
        check("application.id", "a", "rerouted.topic", "b", "dead.letters.topic", "c").topicNames();

    assertThat(names)
        .isEqualTo(
            TopicNames.prefixed("").withApplicationId("a").withRerouted("b").withDeadLetters("c"));
  }

  @Test
  void allFaultsAreToldAtOnce() {
    assertThatThrownBy(
            () -> check("http.port", "65536", "http.prot", "1", "shutdown.grace.ms", "soon"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("http.port", "unknown setting 'http.prot'", "shutdown.grace.ms");
  }

  @ParameterizedTest
  @CsvSource({"1024,true", "1023,false"})
  void theLargestBodyMustFitTheRoomForCallsInFlight(int beyondBody, boolean legal) {
    var inflight = Integer.toString(5000 + beyondBody);

    if (legal) {
      check("http.max.body.bytes", "5000", "publish.max.inflight.bytes", inflight);
    } else {
      assertThatThrownBy(
              () -> check("http.max.body.bytes", "5000", "publish.max.inflight.bytes", inflight))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("publish.max.inflight.bytes");
    }
  }

  @Test
  void clientsGetTheirPrefixedSettingsTheSpecialOneWins() {
    var clients =
        check(
                "kafka.retry.backoff.ms",
                "7",
                "producer.linger.ms",
                "9",
                "producer.retry.backoff.ms",
                "8")
            .clients();

    assertThat(clients.producer(1))
        .containsEntry(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, "8")
        .containsEntry(ProducerConfig.LINGER_MS_CONFIG, "9")
        .containsEntry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, List.of("127.0.0.1:1"))
        .containsEntry(ProducerConfig.ACKS_CONFIG, "all");
    assertThat(clients.admin())
        .containsEntry(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, "7")
        .doesNotContainKey(ProducerConfig.LINGER_MS_CONFIG);
  }

  @Test
  void theProducerTakesTheSettings() {
    var settings = check().clients().producer(32 << 20);

    try (var producer = new KafkaProducer<byte[], byte[]>(settings)) {
      assertThat(producer.metrics()).isNotEmpty();
    }
  }

  @Test
  void whatAnAnswerPromisesCannotBeSetAway() {
    assertThatThrownBy(() -> check("producer.acks", "1", "kafka.enable.idempotence", "false"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("producer.acks", "kafka.enable.idempotence");
  }

  @Test
  void secretsAreNotShown() {
    var shown =
        check(
                "kafka.sasl.jaas.config", "s3cret",
                "producer.ssl.key.password", "s3cret",
                "admin.my.plugin.token", "s3cret",
                "kafka.security.protocol", "SASL_SSL")
            .effective();

    assertThat(shown)
        .contains("kafka.sasl.jaas.config = [hidden]", "admin.my.plugin.token = [hidden]")
        .contains("kafka.security.protocol = SASL_SSL", "http.port = 8080")
        .doesNotContain("s3cret");
  }

  private static GatewaySettings check(String... settings) {
    var map = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:1"));
    for (var i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    return GatewaySettings.check(map);
  }
}
