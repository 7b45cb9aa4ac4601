package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.documents.GeneratedBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the chart's documents: the table of all values, and the text about each example. */
class ChartDocumentsTest {
  private static final Path README = Chart.HELM.resolve("README.md");
  private static final Pattern KEY = Pattern.compile("^( *)([A-Za-z]+):.*");
  private static final Pattern COMMENT = Pattern.compile("^ *# (.*)");
  private static final Pattern YAML_BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```");
  private static final int LONGEST_DEFAULT = 40;

  @Test
  void theTableOfValuesIsThatOfTheValues() throws IOException {
    // Given
    List<String> rows = new ArrayList<>();
    rows("", Chart.schema(), Chart.values(), comments(), rows);

    // When
    var table = "| value | default | meaning |\n|---|---|---|\n" + String.join("\n", rows) + "\n";

    // Then
    GeneratedBlock.check("helm/docs/values.md", "values", table);
  }

  static List<String> examples() {
    return Chart.EXAMPLES;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleIsExplained(String name) {
    assertThat(Chart.text(README)).contains("(examples/%s.yaml)".formatted(name));
  }

  @Test
  void theValuesOfTheTutorialAreTaken() {
    // Given
    var tutorial = Chart.text(Chart.HELM.resolve("docs/install-beside-strimzi.md"));
    var values = YAML_BLOCK.matcher(tutorial).results().map(block -> block.group(1)).toList();

    // Then
    assertThat(values).hasSize(1);
    assertThat(Chart.template(values.get(0)))
        .contains("kind: StatefulSet", "kind: Deployment", "security.protocol");
  }

  private static void rows(
      String at, JsonNode schema, JsonNode values, Map<String, String> comments, List<String> to) {
    for (var value : values.properties()) {
      var path = at + value.getKey();
      var below = schema.path("properties").path(value.getKey());
      if (below.has("properties")) {
        rows(path + ".", below, value.getValue(), comments, to);
      } else {
        var comment = comments.get(path);
        assertThat(comment).as("a comment above %s", path).isNotNull();
        to.add("| `%s` | %s | %s |".formatted(path, shown(value.getValue()), comment));
      }
    }
  }

  private static String shown(JsonNode value) {
    if (value.isTextual() && value.asText().isEmpty()) {
      return "";
    }
    var text = value.isTextual() ? value.asText() : value.toString();
    return text.length() > LONGEST_DEFAULT ? "as in the file" : "`" + text + "`";
  }

  /** The comment above each key, by its path. */
  private static Map<String, String> comments() {
    Map<String, String> comments = new HashMap<>();
    Deque<String> path = new ArrayDeque<>();
    List<String> above = new ArrayList<>();
    for (var line : Chart.text(Chart.HOME.resolve("values.yaml")).lines().toList()) {
      var comment = COMMENT.matcher(line);
      var key = KEY.matcher(line);
      if (comment.matches()) {
        above.add(comment.group(1));
        continue;
      }
      if (key.matches()) {
        while (path.size() > key.group(1).length() / 2) {
          path.removeLast();
        }
        path.addLast(key.group(2));
        if (!above.isEmpty()) {
          comments.put(String.join(".", path), String.join(" ", above));
        }
      }
      above.clear();
    }
    return comments;
  }
}
