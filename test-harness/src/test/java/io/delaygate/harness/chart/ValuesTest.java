package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Tests of the schema of values: a wrong value is refused before rendering, with its name. */
class ValuesTest {
  /** Values that Helm passes to every subchart, with any content. */
  private static final String OPEN = "/properties/global";

  private static final String KAFKA = "kafka: {bootstrapServers: 'kafka:9092'}";

  @ParameterizedTest
  @CsvFileSource(resources = "/chart/wrong-values.txt", delimiter = '|', quoteCharacter = '`')
  void aWrongValueFailsWithItsName(String values, String named) {
    assertThatThrownBy(() -> Chart.template(Chart.MINIMAL, values))
        .hasMessageContaining(named)
        .hasMessageContaining("don't meet the specifications");
  }

  @Test
  void nothingNeedsToBeSaidButWhereKafkaIsAndWhoMayCall() {
    assertThatThrownBy(Chart::template).hasMessageContaining("/kafka/bootstrapServers");
    assertThatThrownBy(() -> Chart.template(KAFKA))
        .hasMessageContainingAll("auth.existingSecret", "auth.enabled=false");
    assertThatCode(() -> Chart.template(Chart.MINIMAL)).doesNotThrowAnyException();
    assertThatCode(() -> Chart.template(KAFKA, "auth: {enabled: false}"))
        .doesNotThrowAnyException();
  }

  @Test
  void tokensThatNobodyIsAskedForAreAFault() {
    assertThatThrownBy(() -> Chart.template(Chart.MINIMAL, "auth: {enabled: false}"))
        .hasMessageContaining("remove one");
  }

  @Test
  void canBePartOfAnotherChart() {
    assertThatCode(() -> Chart.template(Chart.MINIMAL, "global: {region: eu}"))
        .doesNotThrowAnyException();
  }

  @Test
  void theSchemaIsClosedAtEachLevel() {
    // Given
    List<String> open = new ArrayList<>();

    // When
    walk(
        "",
        Chart.schema(),
        (at, node) -> {
          var map = node.path("type").asText().equals("object");
          var rest = node.path("additionalProperties");
          var closed = rest.isObject() || (rest.isBoolean() && !rest.booleanValue());
          if (map && !closed && !at.equals(OPEN)) {
            open.add(at);
          }
        });

    // Then
    assertThat(open).as("say additionalProperties: false, or of which type they are").isEmpty();
  }

  @Test
  void theSchemaHasTheKeysOfTheValues() {
    // Given
    Set<String> inSchema = new TreeSet<>();
    Set<String> inValues = new TreeSet<>();

    // When
    keys("", Chart.schema(), Chart.values(), inSchema, inValues);

    // Then
    inSchema.remove(".global");
    assertThat(inValues).isEqualTo(inSchema);
  }

  @Test
  void theChartHasTheVersionOfTheServices() {
    // Given
    var pom = Chart.text(Path.of("..", "pom.xml"));
    var version = pom.replaceAll("(?s).*?<version>([^<]+)</version>.*", "$1");

    // When
    var chart = Chart.yaml(Chart.text(Chart.HOME.resolve("Chart.yaml")));

    // Then
    assertThat(chart.path("appVersion").asText()).isEqualTo(version);
    assertThat(chart.path("version").asText()).isEqualTo(version);
  }

  private static void keys(
      String at, JsonNode schema, JsonNode values, Set<String> inSchema, Set<String> inValues) {
    if (!schema.has("properties")) {
      return;
    }
    schema.path("properties").fieldNames().forEachRemaining(key -> inSchema.add(at + "." + key));
    values.fieldNames().forEachRemaining(key -> inValues.add(at + "." + key));
    schema
        .path("properties")
        .properties()
        .forEach(
            it ->
                keys(
                    at + "." + it.getKey(),
                    it.getValue(),
                    values.path(it.getKey()),
                    inSchema,
                    inValues));
  }

  private static void walk(String at, JsonNode node, BiConsumer<String, JsonNode> visit) {
    visit.accept(at, node);
    node.properties().forEach(it -> walk(at + "/" + it.getKey(), it.getValue(), visit));
    for (var i = 0; node.isArray() && i < node.size(); i++) {
      walk(at + "/" + i, node.get(i), visit);
    }
  }
}
