package io.delaygate.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectiveSettingsTest {
  private static final List<ConfigDef> CLIENTS =
      List.of(ProducerConfig.configDef(), ConsumerConfig.configDef());

  private static final Definitions DEFINITIONS =
      new Definitions(
          List.of(
              new SettingsSection(
                  "All",
                  new ConfigDef()
                      .define("kafka.own", ConfigDef.Type.INT, 1, ConfigDef.Importance.LOW, "")
                      .define("name", ConfigDef.Type.STRING, "x", ConfigDef.Importance.LOW, "")
                      .define("token", ConfigDef.Type.PASSWORD, "", ConfigDef.Importance.LOW, ""))),
          List.of(
              new PassThrough("kafka.", "all", CLIENTS),
              new PassThrough("kafka.consumer.", "one", List.of(ConsumerConfig.configDef()))),
          Map.of());

  @Test
  void showsDefaultsAndWhatWasGivenInOrder() {
    assertThat(shown(Map.of("name", "y", "kafka.client.id", "z")))
        .isEqualTo("\n  kafka.client.id = z\n  kafka.own = 1\n  name = y\n  token = [hidden]");
  }

  @ParameterizedTest
  @CsvSource({
    "token, s3cret, [hidden]",
    "token, ${env:S}, ${env:S}",
    "token, 's3cret${env:S}', '[hidden]${env:S}'",
    "name, a${env:S}b, a${env:S}b",
    "kafka.security.protocol, SASL_SSL, SASL_SSL",
    "kafka.client.id, ${env:S}, ${env:S}",
    "kafka.max.poll.records, 7, 7",
    "kafka.sasl.jaas.config, s3cret, [hidden]",
    "kafka.ssl.key.password, '', [hidden]",
    "kafka.sasl.jaas.config, 's3cret ${env:S} s3cret ${env:S};', '[hidden]${env:S}[hidden]${env:S}[hidden]'",
    "kafka.sasl.jaas.config, ${env:S}${env:S}, ${env:S}${env:S}",
    "kafka.plugin.token, s3cret, [hidden]",
    "kafka.plugin.token, ${env:S}, ${env:S}",
    "kafka.consumer.max.poll.records, 7, 7",
    "kafka.consumer.linger.ms, s3cret, [hidden]"
  })
  void showsNoSecret(String key, String value, String expected) {
    var shown = shown(Map.of(key, value));

    assertThat(shown + "\n").contains("  " + key + " = " + expected + "\n");
    assertThat(shown).doesNotContain("s3cret");
  }

  private static String shown(Map<String, String> given) {
    return CheckedSettings.check(DEFINITIONS, given, Map.of("S", "s3cret")).effective();
  }
}
