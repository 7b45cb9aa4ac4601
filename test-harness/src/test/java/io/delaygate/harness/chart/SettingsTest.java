package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.http.SiteRule;
import io.delaygate.service.settings.Definitions;
import io.delaygate.service.settings.PassThrough;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the chart and the services have the same settings. */
class SettingsTest {
  /** Settings of both services that the chart derives from values other than {@code config}. */
  private static final Set<String> SHARED =
      Set.of(
          "bootstrap.servers",
          "topic.prefix",
          "application.id",
          "requests.topic",
          "rerouted.topic",
          "dead.letters.topic",
          "replies.topic",
          "events.topic",
          "control.topic");

  private static final Set<String> OF_SCHEDULER =
      Set.of(
          "auth.enabled",
          "http.host",
          "http.hosts",
          "http.port",
          "query.host",
          "query.port",
          "query.advertised",
          "query.secret",
          "group.instance.id",
          "state.dir",
          "topics.create",
          "topics.partitions",
          "replication.factor");

  private static final Set<String> OF_GATEWAY =
      Set.of(
          "auth.enabled",
          "auth.tokens.file",
          "endpoints.allowed.hosts",
          "endpoints.allowed.networks",
          "endpoints.ca.file",
          "endpoints.key.file",
          "http.host",
          "http.hosts",
          "http.port",
          "http.tls.certificate.file",
          "http.tls.key.file",
          "lmstfy.port",
          "lmstfy.admin.port",
          "management.port",
          "query.secret",
          "scheduler.urls");

  @Test
  void theSchemaTakesTheSettingsOfTheSchedulerThatTheChartDoesNotSet() {
    assertThat(settable("schedulerConfig"))
        .isEqualTo(without(without(names(SchedulerSettings.definitions()), SHARED), OF_SCHEDULER));
  }

  @Test
  void theSchemaTakesTheSettingsOfTheGatewayThatTheChartDoesNotSet() {
    assertThat(settable("gatewayConfig"))
        .isEqualTo(without(without(names(GatewaySettings.definitions()), SHARED), OF_GATEWAY));
  }

  @Test
  void namesOfTopicsAreThoseThatBothServicesHave() {
    // Given
    var both = new TreeSet<>(names(SchedulerSettings.definitions()));
    both.retainAll(names(GatewaySettings.definitions()));

    // Then
    assertThat(both).containsAll(SHARED);
    assertThat(settable("topicNames"))
        .isEqualTo(without(SHARED, Set.of("bootstrap.servers", "topic.prefix")));
  }

  @ParameterizedTest
  @MethodSource("services")
  void theSchemaRefusesOfKafkasSettingsWhatTheServiceRefuses(
      String definition, Definitions service) {
    // Given
    var schema = definition(definition);

    for (var prefix : service.passThrough()) {
      // When
      var keys = keys(prefix, service);
      var refused = keys.filter(key -> !schema.validate(entry(prefix.prefix() + key)).isEmpty());

      // Then
      assertThat(refused)
          .as(prefix.prefix())
          .containsExactlyInAnyOrderElementsOf(service.refused().keySet());
    }
  }

  static Stream<Arguments> services() {
    return Stream.of(
        Arguments.of("schedulerConfig", SchedulerSettings.definitions()),
        Arguments.of("gatewayConfig", GatewaySettings.definitions()));
  }

  @Test
  void settingsOfAllClientsAreThoseThatBothServicesTake() {
    // Given
    var schema = definition("kafkaConfig");
    var scheduler = SchedulerSettings.definitions();
    var gateway = GatewaySettings.definitions();

    // When
    var refused =
        Stream.of(scheduler, gateway)
            .flatMap(service -> keys(service.passThrough().get(0), service))
            .distinct()
            .filter(key -> !schema.validate(entry(key)).isEmpty());

    // Then
    var both = new TreeSet<>(scheduler.refused().keySet());
    both.addAll(gateway.refused().keySet());
    assertThat(refused).containsExactlyInAnyOrderElementsOf(both);
  }

  /** Kafka's settings behind a prefix, including those that are refused. */
  private static Stream<String> keys(PassThrough prefix, Definitions service) {
    return Stream.concat(
            prefix.known().stream().flatMap(known -> known.names().stream()),
            service.refused().keySet().stream())
        .distinct();
  }

  static List<String> sets() {
    return Stream.concat(
            Stream.of(Chart.MINIMAL, ManifestsTest.EVERYTHING),
            Chart.EXAMPLES.stream().map(Chart::example))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("sets")
  void theServicesTakeTheirSettings(String values, @TempDir Path files) {
    // Given
    var release = Chart.render(values);
    var pods = new PodSettings(release, files);

    // When
    var scheduler = SchedulerSettings.of(pods.of(release.one("StatefulSet", "-scheduler")));
    var gateway = GatewaySettings.check(pods.of(release.one("Deployment", "-gateway")));

    // Then
    assertThat(scheduler.names()).isEqualTo(gateway.own().names());
    var queries = scheduler.queries();
    assertThat(gateway.own().schedulers().secret()).isEqualTo(queries.secret());
    assertThat(gateway.own().schedulers().urls())
        .singleElement()
        .asString()
        .endsWith("-scheduler.ns1.svc:" + queries.port());
    assertThat(scheduler.queryAdvertised(0))
        .matches("(\\S+-scheduler)-0\\.\\1\\.ns1\\.svc:" + queries.port());
    assertThat(scheduler.streamsProperties())
        .containsEntry("state.dir", "/var/lib/delaygate/state");
    assertThat(List.of(scheduler.health().host(), queries.host(), gateway.host()))
        .containsOnly("0.0.0.0");
    release
        .all("Job")
        .forEach(job -> assertThat(SchedulerSettings.of(pods.of(job)).names()).isNotNull());
  }

  @Test
  void aChangedSettingIsWhatTheServiceGets(@TempDir Path files) {
    // Given
    var release =
        Chart.render(
            Chart.MINIMAL,
            """
            topics: {prefix: a., partitions: 32, names: {replies.topic: answers}}
            scheduler: {config: {stream.threads: 3, target.park.max.ms: 315532800000}}
            gateway: {config: {http.max.body.bytes: 1048576}}
            """);
    var pods = new PodSettings(release, files);

    // When
    var scheduler = SchedulerSettings.of(pods.of(release.one("StatefulSet", "-scheduler")));
    var gateway = GatewaySettings.check(pods.of(release.one("Deployment", "-gateway")));

    // Then
    assertThat(scheduler.names().requests()).isEqualTo("a.delay-requests");
    assertThat(scheduler.names().replies()).isEqualTo("answers");
    assertThat(scheduler.partitions()).isEqualTo(32);
    assertThat(scheduler.parkMax()).hasMillis(315_532_800_000L);
    assertThat(gateway.maxBodyBytes()).isEqualTo(1_048_576);
  }

  @Test
  void portsKnowTheNamesByWhichTheyAreCalled(@TempDir Path files) {
    // Given
    var release =
        Chart.render(
            Chart.MINIMAL,
            """
            auth: {enabled: false, existingSecret: "", hosts: [lb.example.com]}
            gateway: {ingress: {enabled: true, hosts: [delaygate.example.com, "*.example.org"]}}
            """);
    var pods = new PodSettings(release, files);

    // When
    var scheduler = SchedulerSettings.of(pods.of(release.one("StatefulSet", "-scheduler")));
    var gateway = GatewaySettings.check(pods.of(release.one("Deployment", "-gateway")));

    // Then
    for (var service : release.all("Service")) {
      var name = service.at("/metadata/name").asText();
      var hosts = name.contains("-gateway") ? gateway.hosts() : scheduler.queries().hosts();
      assertThat(hosts)
          .contains(name, name + ".ns1", name + ".ns1.svc", name + ".ns1.svc.cluster.local");
    }
    assertThat(gateway.hosts())
        .endsWith("delaygate.example.com", "*.example.org", "lb.example.com");
    var asked = new SiteRule(scheduler.queries().hosts());
    var url = gateway.own().schedulers().urls().get(0).replace("http://", "");
    for (var host : List.of(url, scheduler.queryAdvertised(0))) {
      var call = new SiteRule.Call("http", host, List.of(), List.of());
      assertThat(asked.refusal(call)).as(host).isEmpty();
    }
  }

  @Test
  void anyTextArrivesAsItIs(@TempDir Path files) {
    // Given
    var values =
        Map.of(
            "kafka.a", " = : leading, signs",
            "kafka.b", "#no comment",
            "kafka.c", "back\\slash \\u0041 at the end \\",
            "kafka.d", "two\nlines\r\n\tand a tab \f",
            "kafka.e", "\"quoted\" 'both' {ways} $VAR ${dir",
            "kafka.f", "ümläut – 日本語",
            "kafka.g", "",
            "kafka.h", "trailing  ",
            "kafka.i", "{{ .Values }}");
    var numbers = Map.of("kafka.m", "1000000", "kafka.n", "1.5", "kafka.o", "true");
    var config = JsonNodeFactory.instance.objectNode();
    values.forEach(config::put);
    config.put("kafka.m", 1_000_000).put("kafka.n", 1.5).put("kafka.o", true);

    // When
    var release =
        Chart.render(Chart.MINIMAL, "{\"scheduler\": {\"config\": %s}}".formatted(config));
    var read = new PodSettings(release, files).of(release.one("StatefulSet", "-scheduler"));

    // Then
    assertThat(read).containsAllEntriesOf(values).containsAllEntriesOf(numbers);
  }

  private static Set<String> names(Definitions service) {
    return service.settings().names();
  }

  private static Set<String> settable(String definition) {
    var keys = new TreeSet<String>();
    var schema = Chart.schema().path("definitions").path(definition);
    schema.path("properties").fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static Set<String> without(Set<String> all, Set<String> some) {
    var left = new TreeSet<>(all);
    left.removeAll(some);
    return left;
  }

  private static JsonSchema definition(String name) {
    var schema = Chart.schema();
    var wanted = JsonNodeFactory.instance.objectNode();
    wanted.put("$ref", "#/definitions/" + name);
    wanted.set("definitions", schema.path("definitions"));
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(wanted);
  }

  private static JsonNode entry(String key) {
    return JsonNodeFactory.instance.objectNode().put(key, "x");
  }
}
