package io.delaygate.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.directory.DirectorySettings;
import io.delaygate.service.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewaySettingsTest {
  @Test
  void hasDefaultsForAllButTheBrokers() {
    var settings = check();

    assertThat(settings.host()).isEqualTo("127.0.0.1");
    assertThat(settings.port()).isEqualTo(8080);
    assertThat(settings.maxBodyBytes()).isEqualTo(2 * 1024 * 1024);
    assertThat(settings.maxHeaderBytes()).isEqualTo(16 * 1024);
    assertThat(settings.maxInflightBytes()).isEqualTo(32L * 1024 * 1024);
    assertThat(settings.own().names()).isEqualTo(TopicNames.prefixed(""));
    assertThatThrownBy(() -> GatewaySettings.check(Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("bootstrap.servers");
  }

  @Test
  void namesHangOnThePrefixUnlessOverridden() {
    var names = check("topic.prefix", "eu-", "requests.topic", "commands").own().names();

    assertThat(names.requests()).isEqualTo("commands");
    assertThat(names.deadLetters()).isEqualTo("eu-delay-dead-letters");
    assertThat(names.applicationId()).isEqualTo("eu-delaygate");
  }

  @Test
  void eachNameCanBeOverridden() {
    var names =
        check(
                "application.id", "a",
                "rerouted.topic", "b",
                "dead.letters.topic", "c",
                "replies.topic", "d",
                "events.topic", "e")
            .own()
            .names();

    assertThat(names)
        .isEqualTo(
            TopicNames.prefixed("")
                .withApplicationId("a")
                .withRerouted("b")
                .withDeadLetters("c")
                .withReplies("d")
                .withEvents("e"));
  }

  @ParameterizedTest
  @CsvSource({
    "http.port, management.port",
    "http.port, lmstfy.port",
    "management.port, lmstfy.admin.port",
    "lmstfy.port, lmstfy.admin.port"
  })
  void eachPortHasANumberOfItsOwn(String one, String other) {
    assertThatThrownBy(() -> check(one, "9000", other, "9000"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(one, other, "9000");
    assertThat(check(one, "0", other, "0").host()).isNotEmpty();
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

  @ParameterizedTest
  @CsvSource({"700,700,true", "699,700,false", "0,1,false"})
  void aStopWaitsForThoseWhoWaitForAnOutcome(String grace, String timeout, boolean legal) {
    if (legal) {
      check("shutdown.grace.ms", grace, "outcome.timeout.ms", timeout);
    } else {
      assertThatThrownBy(() -> check("shutdown.grace.ms", grace, "outcome.timeout.ms", timeout))
          .isInstanceOf(SettingsException.class)
          .hasMessageContainingAll("'shutdown.grace.ms'", "'outcome.timeout.ms'");
    }
  }

  @Test
  void allContradictionsAreToldAtOnce() {
    assertThatThrownBy(() -> check("shutdown.grace.ms", "1", "publish.max.inflight.bytes", "1"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("'shutdown.grace.ms'", "'publish.max.inflight.bytes'");
  }

  @Test
  void endpointsAreOffAndStrictByDefault() {
    // When
    var endpoints = check().endpoints();

    // Then
    assertThat(endpoints)
        .isEqualTo(
            new EndpointSettings(
                Optional.empty(),
                List.of(),
                List.of(),
                false,
                Optional.empty(),
                2_048,
                Duration.ofMinutes(5)));
  }

  @Test
  void endpointsHaveTheirExceptions() {
    // When
    var endpoints =
        check(
                "endpoints.key.file",
                "/keys",
                "endpoints.allowed.hosts",
                "billing.internal,*.shop.svc,10.1.2.3,[fd00::1]",
                "endpoints.allowed.networks",
                "10.1.0.0/16,fd00:1::/32",
                "endpoints.http.loopback",
                "true",
                "endpoints.ca.file",
                "/ca",
                "endpoints.calls",
                "10000",
                "endpoints.reseal.delay.ms",
                "1000")
            .endpoints();

    // Then
    assertThat(endpoints)
        .isEqualTo(
            new EndpointSettings(
                Optional.of(Path.of("/keys")),
                List.of("billing.internal", "*.shop.svc", "10.1.2.3", "[fd00::1]"),
                List.of("10.1.0.0/16", "fd00:1::/32"),
                true,
                Optional.of(Path.of("/ca")),
                10_000,
                Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "endpoints.allowed.hosts, https://billing.internal",
    "endpoints.allowed.hosts, billing.internal:8080",
    "endpoints.allowed.hosts, a.*.internal",
    "endpoints.allowed.networks, 10.1.0.0",
    "endpoints.allowed.networks, internal/16",
    "endpoints.calls, 0",
    "endpoints.calls, 10001",
    "endpoints.reseal.delay.ms, 999",
    "endpoints.reseal.delay.ms, 86400001",
    "endpoints.ca.file, /ca",
    "endpoints.http.loopback, true",
  })
  void anEndpointSettingThatHasNoMeaningIsRefused(String name, String value) {
    assertThatThrownBy(() -> check(name, value))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(name);
  }

  @Test
  void theDirectoryGetsItsNumbers() {
    var directory =
        check("target.lookup.timeout.ms", "700", "target.max.message.bytes", "5000").directory();

    assertThat(directory.timeout()).isEqualTo(Duration.ofMillis(700));
    assertThat(directory.defaultMaxMessageBytes()).isEqualTo(5000);
    assertThat(check().directory()).isEqualTo(DirectorySettings.DEFAULT);
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
        .containsEntry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1")
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
  void noConsumerAsksBrokersToCreateTopics() {
    var clients = check().clients();

    for (var consumer : List.of(clients.consumer(), clients.member("group"))) {
      assertThat(consumer).containsEntry(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    }
  }

  @Test
  void theConsumerTakesTheSettings() {
    var settings = check("consumer.client.id", "c").clients().consumer();

    assertThat(settings)
        .containsEntry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
        .containsEntry(ConsumerConfig.CLIENT_ID_CONFIG, "c")
        .doesNotContainKey(ConsumerConfig.GROUP_ID_CONFIG);
    try (var consumer = new KafkaConsumer<byte[], byte[]>(settings)) {
      assertThat(consumer.metrics()).isNotEmpty();
    }
  }

  @Test
  void outcomesHaveLimits() {
    var given =
        check("topic.prefix", "eu-", "outcome.timeout.ms", "15000", "outcome.max.waiting", "7");

    assertThat(given.own().outcomes())
        .isEqualTo(new OutcomeSettings("eu-delay-replies", Duration.ofSeconds(15), 7));
    assertThatThrownBy(() -> check("outcome.timeout.ms", "15001", "outcome.max.waiting", "0"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("outcome.timeout.ms", "outcome.max.waiting");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "producer.acks",
        "kafka.enable.idempotence",
        "consumer.isolation.level",
        "kafka.isolation.level",
        "consumer.auto.offset.reset",
        "consumer.allow.auto.create.topics",
        "kafka.bootstrap.servers",
        "admin.bootstrap.servers"
      })
  void whatAnAnswerPromisesCannotBeSetAway(String key) {
    assertThatThrownBy(() -> check(key, "1"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("'" + key + "' cannot be set");
  }

  @Test
  void secretsAreNotShown() {
    var shown =
        check(
                "kafka.sasl.jaas.config", "s3cret",
                "producer.ssl.key.password", "s3cret",
                "consumer.sasl.oauthbearer.client.credentials.client.secret", "s3cret",
                "admin.my.plugin.token", "s3cret",
                "kafka.security.protocol", "SASL_SSL",
                "consumer.max.poll.records", "7",
                "kafka.isolation", "s3cret")
            .effective();

    assertThat(shown)
        .contains("kafka.sasl.jaas.config = [hidden]", "admin.my.plugin.token = [hidden]")
        .contains("kafka.security.protocol = SASL_SSL", "http.port = 8080")
        .contains("consumer.max.poll.records = 7")
        .doesNotContain("s3cret");
  }

  @Test
  void secretsMayLieInFiles(@TempDir Path folder) throws IOException {
    // Given
    Files.writeString(folder.resolve("password"), "s3cret\n");
    var jaas = "login required password=\"${dir:%s:password}\";".formatted(folder);

    // When
    var settings =
        check(
            "kafka.sasl.jaas.config",
            jaas,
            "http.host",
            "${dir:%s:password}".formatted(folder),
            "auth.enabled",
            "false");

    // Then
    assertThat(settings.clients().producer(1))
        .containsEntry("sasl.jaas.config", "login required password=\"s3cret\";");
    assertThat(settings.host()).isEqualTo("s3cret");
    assertThat(settings.effective())
        .contains("kafka.sasl.jaas.config = [hidden]${dir:%s:password}[hidden]".formatted(folder))
        .contains("http.host = ${dir:%s:password}".formatted(folder))
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
