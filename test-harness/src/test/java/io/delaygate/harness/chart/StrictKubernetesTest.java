package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the checks of manifests: each finds its fault in a manifest that was valid before. */
class StrictKubernetesTest {
  private static final String SET = "StatefulSet/-scheduler";
  private static final String RULE = "PrometheusRule/demo-delaygate";
  private static final String RULES = "prometheusRule: {enabled: true}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          unknown field    | /spec/template/spec/containers/0 | readyProbe      | {httpGet: {port: 1}}
          misspelt field   | /spec/template/spec              | volums          | []
          text for number  | /spec/template/spec/containers/0/ports/0 | containerPort | "8081"
          number for text  | /metadata/labels                 | a               | 1
          boolean for text | /spec/template/metadata/annotations | a            | true
          text for boolean | /spec/template/spec              | enableServiceLinks | "false"
          bad quantity     | /spec/template/spec/containers/0/resources/requests | memory | 1.5GB
          list for map     | /spec/selector                   | matchLabels     | [a]
          map for list     | /spec/template/spec              | volumes         | {a: b}
          null             | /spec                            | serviceName     | null
          """)
  void seesAWrongValue(String what, String at, String field, String value) {
    // Given
    var root = right(SET);
    assertThat(StrictKubernetes.faults(root)).isEmpty();

    // When
    ((ObjectNode) root.at(at)).set(field, Chart.yaml(value));

    // Then
    assertThat(StrictKubernetes.faults(root)).as(what).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/spec, selector",
    "/spec/template/spec, containers",
    "/spec/template/spec/containers/0, name",
    "/spec/template/spec/containers/0/volumeMounts/0, mountPath",
  })
  void seesAMissingField(String at, String field) {
    // Given
    var root = right(SET);

    // When
    ((ObjectNode) root.at(at)).remove(field);

    // Then
    assertThat(StrictKubernetes.faults(root)).singleElement().asString().contains(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /spec/groups/0/rules/0        | exp | up
          /spec/groups/0/rules/0        | for | 5 minutes
          /spec/groups/0/rules/0/labels | severity | 3
          /spec                         | group | []
          """)
  void seesAWrongValueInAnAlert(String at, String field, String value) {
    // Given
    var root = right(RULE);

    // When
    ((ObjectNode) root.at(at)).set(field, Chart.yaml(value));

    // Then
    assertThat(StrictKubernetes.faults(root)).singleElement().asString().contains(field);
  }

  @Test
  void seesAKindThatDoesNotExist() {
    // Given
    var root = (ObjectNode) right(SET);

    // When
    root.put("apiVersion", "apps/v1beta1");

    // Then
    assertThat(StrictKubernetes.faults(root)).singleElement().asString().contains("no such kind");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          StatefulSet/-scheduler | /spec/selector/matchLabels | app.kubernetes.io/component | gateway | its selector
          StatefulSet/-scheduler | /spec | serviceName | nobody | no Service nobody
          StatefulSet/-scheduler | /spec/template/spec | serviceAccountName | nobody | no ServiceAccount nobody
          StatefulSet/-scheduler | /spec/template/spec/volumes/0/configMap | name | nobody | no ConfigMap nobody
          StatefulSet/-scheduler | /spec/template/spec/containers/0/volumeMounts/0 | name | nobody | no volume nobody
          StatefulSet/-scheduler | /spec/template/spec/containers/0/volumeMounts/0 | mountPath | /tmp | /tmp twice
          StatefulSet/-scheduler | /spec/template/spec/containers/0/env/1 | name | DELAYGATE_CONFIG | DELAYGATE_CONFIG twice
          StatefulSet/-scheduler | /spec/template/spec/containers/0/livenessProbe/httpGet | port | 9 | asks port 9
          Service/-gateway | /spec/ports/0 | targetPort | 9 | no port 9
          Service/-gateway | /spec/selector | app.kubernetes.io/component | x | for 0 workloads
          PodDisruptionBudget/-gateway | /spec/selector/matchLabels | a | b | no pod has
          NetworkPolicy/-scheduler | /spec/podSelector/matchLabels | a | b | no pod has
          NetworkPolicy/-scheduler | /spec/ingress/0/ports/0 | port | 9 | no port 9
          HorizontalPodAutoscaler/-gateway | /spec/scaleTargetRef | name | nobody | no Deployment nobody
          ServiceMonitor/-scheduler | /spec/selector/matchLabels | a | b | selects no Service
          ServiceMonitor/-scheduler | /spec/endpoints/0 | port | metrics | no port metrics
          """)
  void seesAReferenceThatLeadsNowhere(
      String id, String at, String field, String value, String fault) {
    // Given
    var release = Chart.render(Chart.MINIMAL, RULES, "serviceMonitor: {enabled: true}");
    assertThat(References.faults(release, ManifestsTest.AUTH)).isEmpty();

    // When
    var manifest = release.one(id.replaceAll("/.*", ""), id.replaceAll(".*/", ""));
    ((ObjectNode) manifest.at(at)).put(field, value);

    // Then
    assertThat(References.faults(release, ManifestsTest.AUTH)).anyMatch(it -> it.contains(fault));
  }

  private static JsonNode right(String id) {
    return Chart.render(Chart.MINIMAL, RULES)
        .one(id.replaceAll("/.*", ""), id.replaceAll(".*/", ""));
  }
}
