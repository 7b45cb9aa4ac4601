package io.delaygate.harness.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The manifests of one release. */
record Release(List<JsonNode> manifests) {
  private static final Set<String> WORKLOADS = Set.of("Deployment", "StatefulSet", "Job");

  static Release of(String yaml) {
    try (var documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      return new Release(
          documents.readAll().stream().filter(document -> document.has("kind")).toList());
    } catch (IOException noYaml) {
      throw new UncheckedIOException(noYaml);
    }
  }

  /** All manifests of a kind. */
  List<JsonNode> all(String kind) {
    return manifests.stream().filter(it -> it.path("kind").asText().equals(kind)).toList();
  }

  /** The only manifest of a kind whose name has this suffix. */
  JsonNode one(String kind, String suffix) {
    var found = all(kind).stream().filter(it -> name(it).endsWith(suffix)).toList();
    if (found.size() != 1) {
      throw new IllegalStateException(
          "%d manifests are a %s …%s".formatted(found.size(), kind, suffix));
    }
    return found.get(0);
  }

  boolean has(String kind, String name) {
    return all(kind).stream().anyMatch(it -> name(it).equals(name));
  }

  /** Manifests that run pods. */
  List<JsonNode> workloads() {
    return manifests.stream().filter(it -> WORKLOADS.contains(it.path("kind").asText())).toList();
  }

  static String name(JsonNode manifest) {
    return manifest.at("/metadata/name").asText();
  }

  /** Name for messages: {@code Kind/name}. */
  static String id(JsonNode manifest) {
    return manifest.path("kind").asText() + "/" + name(manifest);
  }

  static JsonNode pod(JsonNode workload) {
    return workload.at("/spec/template/spec");
  }

  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  /** Init containers and containers. */
  static Stream<JsonNode> containers(JsonNode workload) {
    return Stream.of("initContainers", "containers")
        .flatMap(list -> each(pod(workload).path(list)));
  }

  /** Whether the labels include all labels of a selector. */
  static boolean matches(JsonNode matchLabels, JsonNode labels) {
    return matchLabels.properties().stream()
        .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
  }
}
