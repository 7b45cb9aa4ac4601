package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the rendered manifests: valid for an API server, and for examples equal to golden files,
 * which {@code -Dgolden.update=true} writes.
 */
class ManifestsTest {
  private static final Path RESOURCES = Path.of("src", "test", "resources", "chart");
  static final String EVERYTHING = Chart.text(RESOURCES.resolve("everything.yaml"));

  /** Object that the user must provide, except where no tokens are required. */
  static final String AUTH = "Secret/delaygate-auth";

  static Stream<Arguments> sets() {
    return Stream.of(
        set(Chart.MINIMAL, AUTH),
        set(Chart.example("trial")),
        set(
            Chart.example("strimzi"),
            AUTH,
            "Secret/delaygate",
            "Secret/my-cluster-cluster-ca-cert"),
        set(Chart.example("msk-iam"), AUTH),
        set(
            Chart.example("confluent-cloud"),
            AUTH,
            "Secret/delaygate-confluent",
            "Secret/delaygate-tls"),
        set(
            EVERYTHING,
            AUTH,
            "Secret/brokers-ca",
            "Secret/gateway-tls",
            "Secret/endpoint-keys",
            "Secret/endpoint-authorities",
            "Secret/registry-login",
            "ConfigMap/logging",
            "PersistentVolumeClaim/jars",
            "ServiceAccount/shared"));
  }

  private static Arguments set(String values, String... external) {
    return Arguments.of(values, external);
  }

  static List<String> examples() {
    return Chart.EXAMPLES;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleRendersAsItsGoldenFile(String name) throws IOException {
    // When
    var rendered = Chart.template(Chart.example(name));

    // Then
    var golden = RESOURCES.resolve(name + ".yaml");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(golden, rendered);
    }
    assertThat(rendered).isEqualTo(Chart.text(golden));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void lintsStrictly(String values, String[] external, @TempDir Path copy) throws IOException {
    // When
    var result = Chart.lint(copy, values);

    // Then
    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    assertThat(result.getMessages())
        .as("nothing to say but that there is no icon")
        .allMatch(message -> message.contains("icon is recommended"));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void theApiServerWouldTakeEachManifest(String values, String[] external) {
    // When
    var release = Chart.render(values);

    // Then
    assertThat(release.manifests()).hasSizeGreaterThan(8);
    assertThat(release.manifests()).flatMap(StrictKubernetes::faults).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("sets")
  void whateverIsNamedIsThere(String values, String[] external) {
    // When
    var release = Chart.render(values);

    // Then
    assertThat(References.faults(release, external)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("sets")
  void namesAreUnique(String values, String[] external) {
    // When
    var ids = Chart.render(values).manifests().stream().map(Release::id);

    // Then
    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void noCrdIsNeededUnlessAskedFor() {
    // When
    var byDefault = Chart.render(Chart.MINIMAL);
    var asked = Chart.render(Chart.MINIMAL, "serviceMonitor: {enabled: true}");

    // Then
    assertThat(byDefault.manifests())
        .extracting(it -> it.path("apiVersion").asText())
        .isSubsetOf(
            "v1", "apps/v1", "batch/v1", "policy/v1", "autoscaling/v2", "networking.k8s.io/v1");
    assertThat(asked.all("ServiceMonitor")).hasSize(2);
    assertThat(asked.all("PrometheusRule")).isEmpty();
  }

  @Test
  void everythingThatIsOptionalCanBeOff() {
    // When
    var release =
        Chart.render(
            Chart.MINIMAL,
            """
            topics: {job: {mode: "off"}}
            networkPolicy: {enabled: false}
            serviceAccount: {create: false}
            scheduler: {pdb: {enabled: false}, antiAffinity: none, topologySpreadConstraints: []}
            gateway: {pdb: {enabled: false}, autoscaling: {enabled: false}}
            """);

    // Then
    assertThat(release.manifests())
        .extracting(Release::id)
        .containsExactlyInAnyOrder(
            "ConfigMap/demo-delaygate-gateway",
            "ConfigMap/demo-delaygate-scheduler",
            "Service/demo-delaygate-gateway",
            "Service/demo-delaygate-gateway-management",
            "Service/demo-delaygate-scheduler",
            "Deployment/demo-delaygate-gateway",
            "StatefulSet/demo-delaygate-scheduler");
    assertThat(release.manifests()).flatMap(StrictKubernetes::faults).isEmpty();
    assertThat(References.faults(release, "ServiceAccount/default", AUTH)).isEmpty();
  }
}
