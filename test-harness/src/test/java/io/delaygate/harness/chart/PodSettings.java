package io.delaygate.harness.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.delaygate.service.settings.SettingsSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Settings that a container of the first pod reads from its files and environment. Files are below
 * a folder instead of {@code /etc/delaygate}.
 */
record PodSettings(Release release, Path files) {
  private static final String ETC = "/etc/delaygate";

  /** Package of classes in extra jars, which a check of settings would miss here. */
  private static final String IN_EXTRA_JARS = "software.amazon.msk.";

  /** Folder of a volume that a setting names. */
  private static final Pattern VOLUME = Pattern.compile(ETC + "/\\w+");

  /** Reference of the form {@code ${dir:FOLDER:KEY}}. */
  private static final Pattern SECRET = Pattern.compile("\\$\\{dir:([^:}]+):([^}]+)}");

  /** Variable {@code NAME=value} after {@code ENV}. */
  private static final Pattern IMAGE_VARIABLE =
      Pattern.compile("(?<=^ENV .{0,200})\\b(\\w+)=(\\S+)", Pattern.MULTILINE);

  /**
   * The settings as the service merges them.
   *
   * @throws IllegalStateException if a setting names a folder without a volume
   */
  Map<String, String> of(JsonNode workload) {
    for (var mount : Release.pod(workload).at("/containers/0/volumeMounts")) {
      var volume = volume(workload, mount.path("name").asText());
      if (volume.has("configMap") && release.has("ConfigMap", configMap(volume))) {
        mount(workload, local(mount.path("mountPath").asText()), configMap(volume));
      }
    }
    var settings = SettingsSource.merge(environment(workload));
    if (!volume(workload, "extra-jars").isMissingNode()) {
      settings.values().removeIf(value -> value.startsWith(IN_EXTRA_JARS));
    }
    return settings;
  }

  private static JsonNode volume(JsonNode workload, String name) {
    return Release.each(Release.pod(workload).path("volumes"))
        .filter(volume -> volume.path("name").asText().equals(name))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  private static String configMap(JsonNode volume) {
    return volume.at("/configMap/name").asText();
  }

  private String local(String text) {
    return text.replace(ETC, files.toString());
  }

  private void mount(JsonNode workload, String folder, String configMap) {
    try {
      Files.createDirectories(Path.of(folder));
      for (var file : release.one("ConfigMap", configMap).path("data").properties()) {
        var text = file.getValue().asText();
        Files.writeString(Path.of(folder, file.getKey()), local(text));
        bring(workload, text);
      }
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  /** Creates the files that a text names. */
  private void bring(JsonNode workload, String text) {
    VOLUME.matcher(text).results().forEach(at -> requireVolume(workload, at.group()));
    for (var secret : SECRET.matcher(text).results().toList()) {
      try {
        var path = Files.createDirectories(Path.of(local(secret.group(1))));
        Files.writeString(path.resolve(secret.group(2)), "a-secret-of-some-length");
      } catch (IOException full) {
        throw new UncheckedIOException(full);
      }
    }
  }

  private static void requireVolume(JsonNode workload, String folder) {
    if (Release.each(Release.pod(workload).at("/containers/0/volumeMounts"))
        .noneMatch(mount -> mount.path("mountPath").asText().equals(folder))) {
      throw new IllegalStateException(Release.id(workload) + " has no volume at " + folder);
    }
  }

  private Map<String, String> environment(JsonNode workload) {
    var environment = new HashMap<>(image(workload));
    for (var variable : Release.pod(workload).at("/containers/0/env")) {
      var name = variable.path("name").asText();
      if (variable.at("/valueFrom/fieldRef/fieldPath").asText().equals("metadata.name")) {
        environment.put(name, Release.name(workload) + "-0");
      } else if (variable.has("value")) {
        bring(workload, variable.path("value").asText());
        environment.put(name, expanded(variable.path("value").asText(), environment));
      }
    }
    return environment;
  }

  /** Variables that the image sets. */
  private static Map<String, String> image(JsonNode workload) {
    var image = Release.pod(workload).at("/containers/0/image").asText();
    var module = image.contains("delaygate-gateway") ? "gateway" : "streams-scheduler";
    var environment = new HashMap<String, String>();
    var dockerfile = Chart.text(Path.of("..", module, "Dockerfile"));
    IMAGE_VARIABLE
        .matcher(dockerfile)
        .results()
        .forEach(variable -> environment.put(variable.group(1), variable.group(2)));
    return environment;
  }

  /** Replaces {@code $(NAME)} by earlier variables, as Kubernetes does. */
  private String expanded(String value, Map<String, String> before) {
    var text = local(value);
    for (var variable : before.entrySet()) {
      text = text.replace("$(" + variable.getKey() + ")", variable.getValue());
    }
    return text;
  }
}
