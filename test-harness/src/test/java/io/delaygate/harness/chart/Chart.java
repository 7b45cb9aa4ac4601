package io.delaygate.harness.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The chart of this repository, and its output by Helm. */
final class Chart {
  static final Path HELM = Path.of("..", "helm");
  static final Path HOME = HELM.resolve("delaygate");
  static final List<String> EXAMPLES = List.of("trial", "strimzi", "msk-iam", "confluent-cloud");

  /** The smallest valid values. */
  static final String MINIMAL =
      "{kafka: {bootstrapServers: 'kafka:9092'}, auth: {existingSecret: delaygate-auth}}";

  /** Version of Kubernetes for rendering; Helm's own default is one that the chart refuses. */
  private static final String KUBERNETES = "1.29.0";

  private static final ObjectMapper YAML = new YAMLMapper();
  private static final ObjectMapper JSON = new ObjectMapper();

  private Chart() {}

  /** The values of an example, as YAML. */
  static String example(String name) {
    return text(HELM.resolve("examples").resolve(name + ".yaml"));
  }

  /**
   * Renders the release {@code demo} in the namespace {@code ns1}.
   *
   * @param values YAML; later values win
   * @throws IllegalStateException with Helm's own message if it refuses
   */
  static String template(String... values) {
    var command =
        new Helm(HOME).template().withName("demo").withNamespace("ns1").withKubeVersion(KUBERNETES);
    return with(values, command::withValuesFile, command::call);
  }

  /** Notes that Helm prints after an install. */
  static String notes(String... values) {
    var command =
        new Helm(HOME)
            .install()
            .clientOnly()
            .dryRun()
            .withName("demo")
            .withNamespace("ns1")
            .withKubeVersion(KUBERNETES);
    return with(values, command::withValuesFile, () -> command.call().getOutput())
        .replaceFirst("(?s).*\\nNOTES:\\n", "");
  }

  private static String with(String[] values, Consumer<Path> to, Supplier<String> command) {
    var files = Stream.of(values).map(Chart::file).toList();
    files.forEach(to);
    try {
      return command.get();
    } finally {
      files.forEach(Chart::delete);
    }
  }

  /** Renders and parses the manifests. */
  static Release render(String... values) {
    return Release.of(template(values));
  }

  /**
   * Lints strictly with these values, in a copy, because Helm's library lints a chart's own values
   * only.
   */
  static LintResult lint(Path copy, String values) throws IOException {
    try (var files = Files.walk(HOME)) {
      for (var file : files.toList()) {
        var to = copy.resolve(HOME.relativize(file).toString());
        if (!Files.isDirectory(file)) {
          Files.copy(file, to);
        } else if (!Files.exists(to)) {
          Files.createDirectory(to);
        }
      }
    }
    var all = YAML.readTree(HOME.resolve("values.yaml").toFile());
    YAML.writeValue(
        copy.resolve("values.yaml").toFile(), YAML.readerForUpdating(all).readTree(values));
    return new Helm(copy).lint().strict().call();
  }

  /** The chart's own values. */
  static JsonNode values() {
    return yaml(text(HOME.resolve("values.yaml")));
  }

  /** The schema of the values. */
  static JsonNode schema() {
    try {
      return JSON.readTree(HOME.resolve("values.schema.json").toFile());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (IOException noYaml) {
      throw new UncheckedIOException(noYaml);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Path file(String values) {
    try {
      return Files.writeString(Files.createTempFile("values", ".yaml"), values);
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}
