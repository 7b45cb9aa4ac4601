package io.delaygate.scheduler.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.scheduler.query.QueryEndpoint;
import io.delaygate.schemas.contract.JobEvent;
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
import java.util.Set;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerSettingsTest {
  @Test
  void noConsumerAsksBrokersToCreateTopics() {
    // Given
    var settings =
        settings(
            Map.of(
                "kafka.allow.auto.create.topics", "true",
                "consumer.allow.auto.create.topics", "true"));
    var streams = new StreamsConfig(settings.streamsProperties());

    // Then
    assertThat(settings.followerProperties()).containsEntry("allow.auto.create.topics", false);
    for (var consumer :
        List.of(
            streams.getMainConsumerConfigs("group", "client", 0),
            streams.getRestoreConsumerConfigs("client"),
            streams.getGlobalConsumerConfigs("client"))) {
      assertThat(consumer.get("allow.auto.create.topics")).hasToString("false");
    }
  }

  @Test
  void everyFaultIsReportedAtOnce() {
    // Given
    var faulty =
        Map.of(
            "due.slice.mss", "5",
            "commit.interval.ms", "0",
            "processing.guarantee", "twice",
            "stream.threads", "many");

    // When
    assertThatThrownBy(() -> SchedulerSettings.of(faulty))

        // Then
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            "due.slice.mss",
            "commit.interval.ms",
            "processing.guarantee",
            "stream.threads",
            "bootstrap.servers");
  }

  @ParameterizedTest
  @CsvSource({
    "topics.partitions, 1, 1000, 0, 1001",
    "commit.interval.ms, 1, 1000, 0, 1001",
    "transaction.timeout.ms, 2000, 60000, 1999, 60001",
    "due.slice.ms, 1, 500, 0, 501",
    "due.slice.jobs, 1, 2147483647, 0, -1",
    "target.park.max.ms, 0, 315532800000, -1, 315532800001",
    "target.recheck.ms, 100, 3600000, 99, 3600001",
    "target.lookup.timeout.ms, 100, 4000, 99, 4001",
    "target.max.message.bytes, 1024, 2147483647, 1023, -1",
    "history.retention.ms, 0, 604800000, -1, 604800001",
    "history.max.bytes, 1048576, 1099511627776, 1048575, 1099511627777",
    "stream.threads, 1, 64, 0, 65",
    "standby.replicas, 0, 4, -1, 5",
    "session.timeout.ms, 1000, 300000, 999, 300001",
    "http.port, 0, 65535, -1, 65536",
    "query.port, 0, 65535, -1, 65536",
    "ready.max.lag, 1, 9223372036854775807, 0, -1",
    "replication.factor, 1, 9, 0, 10",
    "replication.factor, -1, 1, -2, 0"
  })
  void boundsAreInclusive(String name, String least, String most, String below, String above) {
    // When
    settings(name, least);
    settings(name, most);

    // Then
    assertThatThrownBy(() -> settings(name, below)).hasMessageContaining(name);
    assertThatThrownBy(() -> settings(name, above)).hasMessageContaining(name);
  }

  @Test
  void thePropertiesOfStreamsCarryTheChoicesOfTheDesign() {
    // When
    var properties = settings().streamsProperties();

    // Then
    assertThat(properties)
        .containsEntry("application.id", "delaygate")
        .containsEntry("processing.guarantee", "exactly_once_v2")
        .containsEntry("acceptable.recovery.lag", 1000L)
        .containsEntry("producer.transaction.timeout.ms", 5000)
        .containsEntry("producer.max.block.ms", 2000)
        .containsEntry("main.consumer.group.protocol", "classic")
        .containsEntry("main.consumer.session.timeout.ms", 6000)
        .containsEntry("main.consumer.heartbeat.interval.ms", 250);
  }

  @Test
  void kafkaStreamsGetsTheLongestIntervalBetweenCommits() {
    // When
    var usual = settings();
    var longer = settings("commit.interval.ms", "800");

    // Then: earlier commits are requested by the trigger
    assertThat(usual.commitInterval()).hasMillis(25);
    assertThat(usual.streamsProperties()).containsEntry("commit.interval.ms", 500L);
    assertThat(longer.streamsProperties()).containsEntry("commit.interval.ms", 800L);
  }

  @Test
  void streamsTakesThemAndADeliveryEndsBeforeItsTransaction() {
    for (var timeout : new String[] {"2000", "5000", "60000"}) {
      // When
      var config =
          new StreamsConfig(settings("transaction.timeout.ms", timeout).streamsProperties());
      var producer = config.getProducerConfigs("producer");

      // Then
      assertThat((Integer) producer.get("delivery.timeout.ms"))
          .isLessThan(Integer.parseInt(timeout))
          .isGreaterThanOrEqualTo((Integer) producer.get("request.timeout.ms"));
    }
  }

  @Test
  void passThroughSettingsReachTheirClientsAndWin() {
    // When
    var config =
        new StreamsConfig(
            settings(
                    Map.of(
                        "producer.linger.ms", "5",
                        "kafka.security.protocol", "SASL_SSL",
                        "streams.probing.rebalance.interval.ms", "60001",
                        "consumer.heartbeat.interval.ms", "999",
                        "consumer.fetch.max.wait.ms", "77",
                        "admin.retries", "3"))
                .streamsProperties());
    var consumer = config.getMainConsumerConfigs("group", "client", 0);

    // Then
    assertThat(config.getProducerConfigs("p")).containsEntry("linger.ms", "5");
    assertThat(config.getProducerConfigs("p")).containsEntry("security.protocol", "SASL_SSL");
    assertThat(config.getLong("probing.rebalance.interval.ms")).isEqualTo(60_001);
    assertThat(consumer)
        .containsEntry("fetch.max.wait.ms", "77")
        .containsEntry("heartbeat.interval.ms", "999");
    assertThat(config.getAdminConfigs("a")).containsEntry("retries", "3");
  }

  @Test
  void anAdminClientGetsTheCommonSettingsAndItsOwn() {
    // When
    var properties =
        settings(Map.of("kafka.security.protocol", "SSL", "admin.retries", "3")).adminProperties();

    // Then
    assertThat(properties)
        .containsEntry("bootstrap.servers", "broker:9092")
        .containsEntry("security.protocol", "SSL")
        .containsEntry("retries", "3");
  }

  @Test
  void allNamesHangOnThePrefixUnlessNamed() {
    // When
    var names = settings(Map.of("topic.prefix", "dev.", "dead.letters.topic", "graveyard")).names();

    // Then
    assertThat(names.applicationId()).isEqualTo("dev.delaygate");
    assertThat(names.requests()).isEqualTo("dev.delay-requests");
    assertThat(names.rerouted()).isEqualTo("dev.delay-rerouted");
    assertThat(names.deadLetters()).isEqualTo("graveyard");
  }

  @Test
  void valuesAreWhatWasSet() {
    // When
    var settings =
        settings(
            Map.of(
                "processing.guarantee", "at_least_once",
                "due.slice.jobs", "7",
                "target.park.max.ms", "60000",
                "group.instance.id", "pod-0"));

    // Then
    assertThat(settings.sliceJobs()).isEqualTo(7);
    assertThat(settings.parkMax()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.sliceTime()).isEqualTo(Duration.ofMillis(100));
    assertThat(settings.streamsProperties()).containsEntry("processing.guarantee", "at_least_once");
    assertThat(settings.instanceId()).contains("pod-0");
  }

  @Test
  void eventsAreThoseThatAreNamedOrAll() {
    assertThat(settings().events()).isEmpty();
    assertThat(settings("events", "DELIVERED, DEAD").events())
        .containsExactlyInAnyOrder(JobEvent.DELIVERED, JobEvent.DEAD);
    assertThat(settings("events", "all").events()).containsExactly(JobEvent.values());
    assertThatThrownBy(() -> settings("events", "BORN")).hasMessageContaining("events");
  }

  @Test
  void theDirectoryTheReplicasAndTheLagAreWhatWasSet() {
    // When
    var settings =
        settings(
            Map.of(
                "target.lookup.timeout.ms", "700",
                "target.max.message.bytes", "5000",
                "replication.factor", "3",
                "ready.max.lag", "5"));

    // Then
    assertThat(settings.directory())
        .isEqualTo(new DirectorySettings(Duration.ofSeconds(1), Duration.ofMillis(700), 5000));
    assertThat(settings.replicationFactor()).isEqualTo(3);
    assertThat(settings.readyMaxLag()).isEqualTo(5);
    assertThat(settings().replicationFactor()).isEqualTo(-1);
    assertThat(settings().readyMaxLag()).isEqualTo(10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.0.0.0", "0", "::", "[::]", "0:0:0:0:0:0:0:0", "0000::0", "::0.0.0.0", "[::0]"})
  void aWildcardForQueriesNeedsAnAddress(String host) {
    assertThatThrownBy(() -> settings("query.host", host))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("'query.host'", "'query.advertised'");
    var given = Map.of("query.host", host, "query.advertised", "me:1", "auth.enabled", "false");
    assertThat(settings(given).queryAdvertised(2)).isEqualTo("me:1");
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0, 10.0.0.0:5",
    "::1, [::1]:5",
    "[::1], [::1]:5",
    "pod-0.x, pod-0.x:5",
    "fe80::, [fe80::]:5"
  })
  void anAddressForQueriesIsAdvertised(String host, String advertised) {
    assertThat(settings(Map.of("query.host", host, "auth.enabled", "false")).queryAdvertised(5))
        .isEqualTo(advertised);
  }

  @Test
  void aPortOfQueriesThatOthersReachNeedsItsSecret() {
    var secret = "s".repeat(16);

    assertThatThrownBy(() -> settings("query.host", "10.0.0.1"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("'query.host'", "'query.secret'");
    assertThat(settings(Map.of("query.host", "10.0.0.1", "query.secret", secret)).queries())
        .isEqualTo(new QueryEndpoint("10.0.0.1", 8082, Optional.of(secret), Set.of("10.0.0.1")));
    assertThat(settings().queries().secret()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "query.advertised, scheduler-0.ns.svc:8082, scheduler-0.ns.svc",
    "query.advertised, [::1]:8082, [::1]",
    "query.host, localhost, localhost"
  })
  void theNameThatGatewaysAreToldNeedsNoListing(String key, String value, String name) {
    var settings = settings(Map.of(key, value, "http.hosts", "a.example, *.b.example"));

    assertThat(settings.queries().hosts())
        .containsExactlyInAnyOrder("a.example", "*.b.example", name);
    assertThat(settings.health().hosts()).containsExactly("a.example", "*.b.example");
  }

  @Test
  void aQuestionAboutATargetEndsBeforeTheTransaction() {
    settings(Map.of("target.lookup.timeout.ms", "1999", "transaction.timeout.ms", "2000"));

    assertThatThrownBy(
            () ->
                settings(
                    Map.of("target.lookup.timeout.ms", "2000", "transaction.timeout.ms", "2000")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("'target.lookup.timeout.ms'", "'transaction.timeout.ms'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "streams.application.id",
        "kafka.bootstrap.servers",
        "consumer.group.instance.id",
        "streams.main.consumer.session.timeout.ms",
        "producer.transaction.timeout.ms",
        "streams.producer.acks",
        "streams.production.exception.handler",
        "consumer.auto.offset.reset",
        "streams.consumer.auto.offset.reset",
        "streams.enable.transactional.statestores",
        "kafka.enable.transactional.statestores",
        "streams.statestore.uncommitted.max.bytes",
        "streams.default.interactive.query.isolation.level",
        "streams.upgrade.from"
      })
  void whatHasItsOwnSettingOrKeepsAPromiseIsNotPassedThrough(String key) {
    assertThatThrownBy(() -> settings(key, "1"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("'" + key + "' cannot be set");
  }

  @Test
  void secretsAreNotShown() {
    // When
    var shown =
        settings(
                Map.of(
                    "kafka.sasl.jaas.config", "s3cret",
                    "streams.sasl.jaas.config", "s3cret",
                    "streams.producer.ssl.key.password", "s3cret",
                    "streams.main.consumer.ssl.keystore.key", "s3cret",
                    "admin.my.token", "s3cret",
                    "streams.producer.linger.ms", "5",
                    "streams.main.consumer.max.poll.records", "6",
                    "streams.probing.rebalance.interval.ms", "60001",
                    "kafka.max.poll.records", "7"))
            .effective();

    // Then
    assertThat(shown)
        .contains(
            "kafka.sasl.jaas.config = [hidden]",
            "streams.sasl.jaas.config = [hidden]",
            "streams.producer.ssl.key.password = [hidden]",
            "streams.main.consumer.ssl.keystore.key = [hidden]",
            "admin.my.token = [hidden]",
            "streams.producer.linger.ms = 5",
            "streams.main.consumer.max.poll.records = 6",
            "streams.probing.rebalance.interval.ms = 60001",
            "kafka.max.poll.records = 7",
            "bootstrap.servers = broker:9092",
            "stream.threads = 1")
        .doesNotContain("s3cret");
  }

  @Test
  void secretsMayLieInFiles(@TempDir Path folder) throws IOException {
    // Given
    Files.writeString(folder.resolve("password"), "s3cret\n");
    var placeholder = "${dir:%s:password}".formatted(folder);

    // When
    var settings =
        settings(Map.of("kafka.ssl.key.password", placeholder, "state.dir", placeholder));

    // Then
    assertThat(settings.adminProperties()).containsEntry("ssl.key.password", "s3cret");
    assertThat(settings.streamsProperties())
        .containsEntry("ssl.key.password", "s3cret")
        .containsEntry("state.dir", "s3cret");
    assertThat(settings.effective())
        .contains("kafka.ssl.key.password = " + placeholder, "state.dir = " + placeholder)
        .doesNotContain("s3cret");
  }

  private static SchedulerSettings settings(String name, String value) {
    return settings(Map.of(name, value));
  }

  private static SchedulerSettings settings() {
    return settings(Map.of());
  }

  private static SchedulerSettings settings(Map<String, String> set) {
    var all = new HashMap<>(set);
    all.put("bootstrap.servers", "broker:9092");
    return SchedulerSettings.of(all);
  }
}
