package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.scheduler.app.SchedulerService;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of pods: rights, probes, stops, ports and labels, and which values change them. */
class PodsTest {
  /** Time of a blocked stop beyond its deadline: ten steps of a tenth of a second each. */
  private static final long PROCESS_SECONDS_GATEWAY = 2;

  /** The same, plus the end of the process. */
  private static final long PROCESS_SECONDS_SCHEDULER = 5;

  @Test
  void noPodMayDoMoreThanItNeeds() {
    // When
    var release =
        Chart.render(Chart.MINIMAL, "extraJars: {image: jars}", "kafka: {secret: {existing: a}}");

    // Then
    assertThat(release.workloads()).hasSize(3);
    assertThat(release.workloads())
        .extracting(Release::pod)
        .allSatisfy(
            pod -> {
              assertThat(pod.path("enableServiceLinks").asBoolean(true)).isFalse();
              assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
              assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
              assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(10001);
              assertThat(pod.at("/securityContext/seccompProfile/type").asText())
                  .isEqualTo("RuntimeDefault");
            });
    assertThat(release.workloads().stream().flatMap(Release::containers))
        .hasSize(6)
        .allSatisfy(
            container -> {
              var context = container.path("securityContext");
              assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
              assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
              assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
              assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
            });
  }

  @Test
  void usersAndGroupsCanBeLeftToTheCluster() {
    // When
    var release =
        Chart.render(Chart.MINIMAL, "podSecurityContext: {runAsUser: null, fsGroup: null}");

    // Then
    assertThat(release.workloads())
        .extracting(it -> Release.pod(it).path("securityContext"))
        .allMatch(it -> it.path("runAsNonRoot").asBoolean())
        .noneMatch(it -> it.has("runAsUser") || it.has("fsGroup"));
    assertThat(release.manifests()).flatMap(StrictKubernetes::faults).isEmpty();
  }

  @Test
  void aPodIsGivenTheTimeThatItsServiceTakesToStop(@TempDir Path files) {
    // Given
    var release =
        Chart.render(
            Chart.MINIMAL, "gateway: {preStopSeconds: 11, config: {shutdown.grace.ms: 40500}}");
    var byDefault = Chart.render(Chart.MINIMAL);
    var least = Chart.render(Chart.MINIMAL, "scheduler: {terminationGracePeriodSeconds: 45}");

    // Then
    for (var each : Stream.of(release, byDefault).toList()) {
      var gateway = each.one("Deployment", "-gateway");
      var settings = GatewaySettings.check(new PodSettings(each, files).of(gateway));
      var preStop =
          Release.pod(gateway).at("/containers/0/lifecycle/preStop/exec/command/2").asText();
      assertThat(grace(gateway))
          .isGreaterThanOrEqualTo(
              Integer.parseInt(preStop.replace("sleep ", ""))
                  + settings.shutdownGrace().plus(Gateway.STOP).plusMillis(999).toSeconds()
                  + PROCESS_SECONDS_GATEWAY);
    }
    for (var scheduler : Stream.of(byDefault, least).toList()) {
      assertThat(grace(scheduler.one("StatefulSet", "-scheduler")))
          .isGreaterThanOrEqualTo(SchedulerService.STOP.toSeconds() + PROCESS_SECONDS_SCHEDULER);
    }
  }

  private static long grace(JsonNode workload) {
    return Release.pod(workload).path("terminationGracePeriodSeconds").asLong();
  }

  @Test
  void theAutoscalerAloneSaysHowManyGatewaysThereAre() {
    // When
    var on = Chart.render(Chart.MINIMAL);
    var off = Chart.render(Chart.MINIMAL, "gateway: {autoscaling: {enabled: false}, replicas: 7}");

    // Then
    assertThat(on.one("Deployment", "-gateway").path("spec").has("replicas")).isFalse();
    assertThat(off.one("Deployment", "-gateway").at("/spec/replicas").asInt()).isEqualTo(7);
    assertThat(off.all("HorizontalPodAutoscaler")).isEmpty();
  }

  @Test
  void restoringIsNoReasonToKill() {
    // Given
    var container =
        Release.pod(Chart.render(Chart.MINIMAL).one("StatefulSet", "-scheduler"))
            .at("/containers/0");

    // Then
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/healthz");
    assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/healthz");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
  }

  @Test
  void aSchedulerIsReachedByItsNameAlsoWhileItRestores() {
    // Given
    var release = Chart.render(Chart.MINIMAL);

    // Then
    var set = release.one("StatefulSet", "-scheduler");
    var service = release.one("Service", set.at("/spec/serviceName").asText()).path("spec");
    assertThat(service.path("clusterIP").asText()).isEqualTo("None");
    assertThat(service.path("publishNotReadyAddresses").asBoolean()).isTrue();
  }

  @Test
  void storesAreOnClaimsThatOutliveThePods() {
    // When
    var kept = Chart.render(Chart.MINIMAL, "scheduler: {persistence: {storageClass: gp3}}");
    var trial = Chart.render(Chart.MINIMAL, "scheduler: {persistence: {enabled: false}}");

    // Then
    var claim = kept.one("StatefulSet", "-scheduler").at("/spec/volumeClaimTemplates/0/spec");
    assertThat(claim.path("storageClassName").asText()).isEqualTo("gp3");
    assertThat(claim.at("/resources/requests/storage").asText()).isEqualTo("10Gi");
    var without = trial.one("StatefulSet", "-scheduler");
    assertThat(without.path("spec").has("volumeClaimTemplates")).isFalse();
    assertThat(Release.each(Release.pod(without).path("volumes")))
        .anyMatch(it -> it.path("name").asText().equals("state") && it.has("emptyDir"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scheduler: {config: {stream.threads: 2}}",
        "kafka: {config: {security.protocol: SSL}}",
        "kafka: {secret: {create: {password: other}}}"
      })
  void aChangedSettingMakesNewSchedulersAndAnotherJob(String change) {
    // Given
    var secret = "kafka: {secret: {create: {password: one}}}";

    // When
    var before = Chart.render(Chart.MINIMAL, secret);
    var after = Chart.render(Chart.MINIMAL, secret, change);

    // Then
    assertThat(template(after, "StatefulSet", "-scheduler"))
        .isNotEqualTo(template(before, "StatefulSet", "-scheduler"));
    assertThat(Release.name(after.all("Job").get(0)))
        .isNotEqualTo(Release.name(before.all("Job").get(0)));
  }

  @Test
  void whatDoesNotConcernAServiceLeavesItsPodsAlone() {
    // Given
    var before = Chart.render(Chart.MINIMAL);

    // When
    var scheduler = Chart.render(Chart.MINIMAL, "scheduler: {config: {stream.threads: 2}}");
    var gateway = Chart.render(Chart.MINIMAL, "gateway: {config: {outcome.timeout.ms: 900}}");

    // Then
    assertThat(template(scheduler, "Deployment", "-gateway"))
        .isEqualTo(template(before, "Deployment", "-gateway"));
    assertThat(gateway.one("StatefulSet", "-scheduler"))
        .isEqualTo(before.one("StatefulSet", "-scheduler"));
    assertThat(gateway.all("Job")).isEqualTo(before.all("Job"));
  }

  private static JsonNode template(Release release, String kind, String suffix) {
    return release.one(kind, suffix).at("/spec/template");
  }

  @Test
  void queriesAreForPodsOfTheReleaseOnly() {
    // Given
    var release = Chart.render(Chart.MINIMAL);

    // When
    var rules =
        Release.each(release.one("NetworkPolicy", "-scheduler").at("/spec/ingress"))
            .filter(rule -> rule.at("/ports/0/port").asInt() == 8082)
            .toList();

    // Then
    assertThat(rules).hasSize(1);
    assertThat(Release.each(rules.get(0).path("from")))
        .hasSize(2)
        .allSatisfy(
            peer -> {
              assertThat(peer.has("namespaceSelector")).as("another namespace").isFalse();
              assertThat(
                      release.workloads().stream()
                          .filter(
                              it ->
                                  Release.matches(
                                      peer.at("/podSelector/matchLabels"),
                                      it.at("/spec/template/metadata/labels"))))
                  .hasSize(1);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "gateway: {tls: {secret: gateway-tls}}"})
  void probesAndScrapesOfGatewaysHaveAPortOfTheirOwn(String values, @TempDir Path files) {
    // Given
    var release = Chart.render(Chart.MINIMAL, "serviceMonitor: {enabled: true}", values);

    // Then
    var deployment = release.one("Deployment", "-gateway");
    var settings = GatewaySettings.check(new PodSettings(release, files).of(deployment));
    var container = Release.pod(deployment).at("/containers/0");
    assertThat(port(container.path("ports"), "management", "containerPort"))
        .isEqualTo(settings.managementPort())
        .isNotEqualTo(settings.port());
    var scheme = settings.tls().isPresent() ? "HTTPS" : "";
    for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(container.at("/" + probe + "/httpGet/port").asText()).isEqualTo("management");
      assertThat(container.at("/" + probe + "/httpGet/scheme").asText()).isEqualTo(scheme);
    }
    var endpoint = release.one("ServiceMonitor", "-gateway").at("/spec/endpoints/0");
    assertThat(endpoint.path("port").asText()).isEqualTo("management");
    assertThat(endpoint.path("scheme").asText().toUpperCase(Locale.ROOT)).isEqualTo(scheme);
    assertThat(endpoint.at("/relabelings/0/targetLabel").asText()).isEqualTo("job");
    assertThat(endpoint.at("/relabelings/0/replacement").asText())
        .as("the job of alerts and dashboards")
        .isEqualTo(Release.name(release.one("Service", "-gateway")));
  }

  private static int port(JsonNode ports, String name, String field) {
    return Release.each(ports)
        .filter(it -> it.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .path(field)
        .asInt();
  }

  @Test
  void nobodyOutsideGetsToHealthAndMetrics() {
    // When
    var release =
        Chart.render(
            Chart.MINIMAL,
            "gateway: {service: {type: LoadBalancer}, ingress: {enabled: true, hosts: [a.b]}}");

    // Then
    assertThat(Release.each(release.one("Service", "-gateway").at("/spec/ports")))
        .extracting(it -> it.path("name").asText())
        .containsExactly("http");
    assertThat(release.one("Service", "-gateway-management").at("/spec/clusterIP").asText())
        .isEqualTo("None");
    assertThat(
            Release.each(release.one("Ingress", "-gateway").at("/spec/rules"))
                .flatMap(rule -> Release.each(rule.at("/http/paths")))
                .map(path -> path.at("/backend/service")))
        .isNotEmpty()
        .allMatch(backend -> backend.path("name").asText().endsWith("-gateway"))
        .allMatch(backend -> backend.at("/port/name").asText().equals("http"));
  }

  @Test
  void whoMayScrapeGatewaysMayNotCallThem() {
    // Given
    var release =
        Chart.render(
            Chart.MINIMAL,
            """
            networkPolicy:
              metricsFrom: [{podSelector: {matchLabels: {app: prometheus}}}]
              gatewayFrom: [{podSelector: {matchLabels: {app: caller}}}]
            """);

    // When
    var rules = release.one("NetworkPolicy", "-gateway").at("/spec/ingress");

    // Then
    assertThat(Release.each(rules))
        .extracting(
            it ->
                it.at("/from/0/podSelector/matchLabels/app").asText()
                    + Release.each(it.path("ports")).map(port -> port.path("port")).toList())
        .containsExactly("caller[8080]", "prometheus[8081]");
  }

  @Test
  void gatewaysWithEndpointsReachPublicAddressesAndNoPrivateOnes() {
    // Given
    var restricted = "networkPolicy: {egress: {restricted: true}}";
    var keys = "gateway: {endpoints: {keySecret: keys}}";

    // When
    var policy =
        Chart.render(Chart.MINIMAL, restricted, keys).one("NetworkPolicy", "-gateway-endpoints");

    // Then
    assertThat(policy.at("/spec/podSelector/matchLabels/app.kubernetes.io~1component").asText())
        .isEqualTo("gateway");
    assertThat(policy.at("/spec/egress/0/to/0/ipBlock/except").toString())
        .contains("\"10.0.0.0/8\"", "\"169.254.0.0/16\"", "\"127.0.0.0/8\"");
    assertThat(Chart.render(Chart.MINIMAL, restricted).all("NetworkPolicy")).hasSize(3);
    assertThat(Chart.render(Chart.MINIMAL, keys).all("NetworkPolicy")).hasSize(2);
  }

  @Test
  void rulesForEndpointsReplaceThePublicAddresses() {
    // When
    var release =
        Chart.render(
            Chart.MINIMAL,
            """
            networkPolicy:
              egress:
                restricted: true
                endpoints: [{to: [{ipBlock: {cidr: 10.7.0.0/16}}], ports: [{port: 443}]}]
            gateway: {endpoints: {keySecret: keys}}
            """);

    // Then
    var rules = release.one("NetworkPolicy", "-gateway-endpoints").at("/spec/egress");
    assertThat(rules).hasSize(1);
    assertThat(rules.at("/0/to/0/ipBlock/cidr").asText()).isEqualTo("10.7.0.0/16");
  }

  @Test
  void aLongNameStillFitsTheLabelsOfItsPods() {
    // When
    var release = Chart.render(Chart.MINIMAL, "fullnameOverride: " + "a".repeat(63));

    // Then
    assertThat(Release.name(release.one("StatefulSet", "-scheduler")) + "-0123456789")
        .hasSizeLessThanOrEqualTo(63);
    assertThat(Release.name(release.all("Job").get(0))).hasSizeLessThanOrEqualTo(63);
  }
}
