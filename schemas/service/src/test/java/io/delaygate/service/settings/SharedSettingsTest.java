package io.delaygate.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedSettingsTest {
  @Test
  void namesHangOnThePrefixUnlessGiven() {
    assertThat(SharedSettings.names(check())).isEqualTo(TopicNames.prefixed(""));
    assertThat(SharedSettings.names(check("topic.prefix", "eu.", "replies.topic", "answers")))
        .isEqualTo(TopicNames.prefixed("eu.").withReplies("answers"));
  }

  @Test
  void eachNameCanBeGiven() {
    var names =
        SharedSettings.names(
            check(
                "application.id", "a",
                "requests.topic", "b",
                "rerouted.topic", "c",
                "dead.letters.topic", "d",
                "replies.topic", "e",
                "events.topic", "f"));

    assertThat(names)
        .isEqualTo(new TopicNames("a", "b", "c", "d", "e", "f", "delay-control", "queue."));
  }

  @ParameterizedTest
  @CsvSource({
    "dead.letters.topic, delay-requests",
    "events.topic, delay-control",
    "requests.topic, delay-replies"
  })
  void twoTopicsNeverHaveOneName(String key, String name) {
    var settings = check(key, name);

    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(() -> SharedSettings.names(settings))
        .withMessageContaining("'" + name + "'");
  }

  @Test
  void theDirectoryKnowsItsNumbers() {
    var directory =
        SharedSettings.directory(
            check("target.lookup.timeout.ms", "100", "target.max.message.bytes", "1024"));

    assertThat(directory.timeout()).isEqualTo(Duration.ofMillis(100));
    assertThat(directory.defaultMaxMessageBytes()).isEqualTo(1024);
  }

  @Test
  void allTopicsMayBeNamedUnlessOperatorsSayOtherwise() {
    var open = SharedSettings.targets(check());
    var strict = SharedSettings.targets(check("target.allow", "a.*, b", "target.deny", "a.secret"));

    assertThat(open.allows("any")).isTrue();
    assertThat(List.of("a.x", "b")).allMatch(strict::allows);
    assertThat(List.of("a.secret", "c")).noneMatch(strict::allows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a:1",
        "a.b:65535, [::1]:2",
        "SASL_SSL://b-1.example:9098,b-2.example:9098",
        "a:1,"
      })
  void brokersAreHostsWithPorts(String brokers) {
    assertThat(check("bootstrap.servers", brokers).getString("bootstrap.servers"))
        .isEqualTo(brokers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a:1,b", "a:x", "a:1 b:2", ",", "http://a:1/x"})
  void brokersWithoutPortsAreRefused(String brokers) {
    assertIllegal("bootstrap.servers", brokers);
  }

  @ParameterizedTest
  @CsvSource({
    "target.lookup.timeout.ms, 99",
    "target.lookup.timeout.ms, 4001",
    "target.max.message.bytes, 1023",
    "requests.topic, ''",
    "requests.topic, a/b",
    "target.allow, a/b",
    "target.deny, [ab]",
    "application.id, a b",
    "topic.prefix, ü"
  })
  void whatKafkaWouldNotTakeIsRefused(String key, String value) {
    assertIllegal(key, value);
  }

  @Test
  void namesAreNoLongerThanKafkaAllows() {
    check("requests.topic", "a".repeat(249), "topic.prefix", "a".repeat(200));

    check("target.deny", "a".repeat(249));

    assertIllegal("target.deny", "a".repeat(250));
    assertIllegal("requests.topic", "a".repeat(250));
    assertIllegal("topic.prefix", "a".repeat(201));
  }

  private static void assertIllegal(String key, String value) {
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(() -> check(key, value))
        .withMessageContaining(key);
  }

  private static CheckedSettings check(String... settings) {
    var targets = new ConfigDef();
    SharedSettings.defineTargets(targets);
    var given = new HashMap<>(Map.of("bootstrap.servers", "a:1"));
    for (var i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    return CheckedSettings.check(
        new Definitions(
            List.of(SharedSettings.installation(), new SettingsSection("Targets", targets)),
            List.of(),
            Map.of()),
        given);
  }
}
