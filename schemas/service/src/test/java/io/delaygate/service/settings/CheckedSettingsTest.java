package io.delaygate.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

class CheckedSettingsTest {
  private static final ConfigDef DEFINITION =
      new ConfigDef()
          .define("bootstrap.servers", ConfigDef.Type.LIST, ConfigDef.Importance.HIGH, "")
          .define(
              "http.port",
              ConfigDef.Type.INT,
              8080,
              ConfigDef.Range.between(0, 65535),
              ConfigDef.Importance.HIGH,
              "")
          .define("topic.prefix", ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "");

  @Test
  void givenValuesAndDefaultsAreRead() {
    // Given
    var given = Map.of("bootstrap.servers", "a:1,b:2", "http.port", "0");

    // When
    var settings = CheckedSettings.check(DEFINITION, given);

    // Then
    assertThat(settings.getList("bootstrap.servers")).containsExactly("a:1", "b:2");
    assertThat(settings.getInt("http.port")).isZero();
    assertThat(settings.getString("topic.prefix")).isEmpty();
  }

  @Test
  void allFaultsAreReportedAtOnce() {
    // Given
    var given = Map.of("http.port", "65536", "htp.port", "1", "topic.perfix", "x");

    // When
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(() -> CheckedSettings.check(DEFINITION, given))
        // Then
        .withMessageContaining("unknown setting 'htp.port'")
        .withMessageContaining("unknown setting 'topic.perfix'")
        .withMessageContaining("http.port")
        .withMessageContaining("65535")
        .withMessageContaining("bootstrap.servers")
        .satisfies(fault -> assertThat(fault).message().hasLineCount(5));
  }

  @Test
  void aValueOfTheWrongTypeIsAFault() {
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(
            () ->
                CheckedSettings.check(
                    DEFINITION, Map.of("bootstrap.servers", "a:1", "http.port", "http")))
        .withMessageContaining("http.port");
  }

  @Test
  void settingsOfKafkasClientsPassThrough() {
    // Given
    var given = Map.of("bootstrap.servers", "a:1", "producer.linger.ms", "5", "kafka.x", "y");

    // When
    var settings = CheckedSettings.check(passing("producer.", "kafka."), given);

    // Then
    assertThat(settings.originalsWithPrefix("producer.")).isEqualTo(Map.of("linger.ms", "5"));
    assertThat(settings.originalsWithPrefix("kafka.")).isEqualTo(Map.of("x", "y"));
  }

  @Test
  void onlyTheNamedPrefixesPassThrough() {
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(
            () ->
                CheckedSettings.check(
                    passing("producer."),
                    Map.of("bootstrap.servers", "a:1", "consumer.x", "y", "producer.x", "y")))
        .withMessageContaining("unknown setting 'consumer.x'")
        .withMessageNotContaining("producer.x");
  }

  @Test
  void whatKafkaWouldNotTakeIsAFaultAtOnce() {
    // Given
    var definitions =
        new Definitions(
            List.of(new SettingsSection("All", DEFINITION)),
            List.of(
                new PassThrough("producer.", "Kafka", List.of(ProducerConfig.configDef())),
                new PassThrough("http.", "nobody", List.of(ProducerConfig.configDef()))),
            Map.of());
    var given =
        Map.of(
            "bootstrap.servers", "a:1",
            "http.port", "1",
            "producer.linger.ms", "soon",
            "producer.delivery.timeout.ms", "-1",
            "producer.acks", "all",
            "producer.my.plugin", "-1");

    // When
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(() -> CheckedSettings.check(definitions, given))

        // Then
        .withMessageContaining("'producer.linger.ms'")
        .withMessageContaining("soon")
        .withMessageContaining("'producer.delivery.timeout.ms'")
        .satisfies(fault -> assertThat(fault).message().hasLineCount(3));
  }

  @Test
  void aRefusedKeyIsRefusedUnderEveryPrefixTheLongerOneCounting() {
    // Given
    var given =
        Map.of(
            "bootstrap.servers", "a:1",
            "kafka.acks", "0",
            "streams.acks", "0",
            "streams.producer.acks", "0",
            "streams.producer.acks.too", "0");

    // When
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(
            () -> CheckedSettings.check(passing("kafka.", "streams.", "streams.producer."), given))

        // Then
        .withMessageContaining("'kafka.acks' cannot be set: it must be all")
        .withMessageContaining("'streams.acks' cannot be set")
        .withMessageContaining("'streams.producer.acks' cannot be set")
        .withMessageNotContaining("acks.too");
  }

  private static Definitions passing(String... prefixes) {
    return new Definitions(
        List.of(new SettingsSection("All", DEFINITION)),
        Stream.of(prefixes).map(each -> new PassThrough(each, "Kafka", List.of())).toList(),
        Map.of("acks", "it must be all"));
  }
}
