package io.delaygate.harness.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Check of a manifest that is as strict as the API server. It finds unknown fields, missing fields,
 * values of wrong types, and invalid quantities.
 *
 * <p>Kubernetes' own kinds are checked by the classes of its Java client: a value that changes when
 * the client reads and writes it has a wrong type. Other kinds are checked by a schema in {@code
 * chart/crd}.
 */
final class StrictKubernetes {
  private static final String MODELS = "io.kubernetes.client.openapi.models.";
  private static final ObjectMapper JACKSON = new ObjectMapper();

  private StrictKubernetes() {}

  /** The faults; empty for a valid manifest. */
  static List<String> faults(JsonNode manifest) {
    var of = Release.id(manifest) + ": ";
    return kindFaults(manifest).stream().map(of::concat).toList();
  }

  private static List<String> kindFaults(JsonNode manifest) {
    var version = manifest.path("apiVersion").asText();
    return version.startsWith("monitoring.coreos.com/")
        ? customFaults(manifest)
        : ownFaults(manifest, version.substring(version.indexOf('/') + 1));
  }

  private static List<String> customFaults(JsonNode manifest) {
    var file = "/chart/crd/%s.json".formatted(manifest.path("kind").asText());
    try (var schema = StrictKubernetes.class.getResourceAsStream(file)) {
      if (schema == null) {
        return List.of("nobody knows this kind; add " + file);
      }
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
          .getSchema(JACKSON.readTree(schema))
          .validate(manifest)
          .stream()
          .map(fault -> fault.getMessage())
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<String> ownFaults(JsonNode manifest, String version) {
    var prefix = version.substring(0, 1).toUpperCase(Locale.ROOT) + version.substring(1);
    var json = JsonParser.parseString(manifest.toString());
    try {
      var type = Class.forName(MODELS + prefix + manifest.path("kind").asText());
      type.getMethod("validateJsonElement", JsonElement.class).invoke(null, json);
      var faults = new ArrayList<String>();
      var gson = JSON.getGson();
      compare("", json, gson.toJsonTree(gson.fromJson(json, type)), faults);
      return faults;
    } catch (InvocationTargetException invalid) {
      return List.of(String.valueOf(invalid.getCause()));
    } catch (ClassNotFoundException unknown) {
      return List.of("no such kind: " + unknown.getMessage());
    } catch (ReflectiveOperationException noModel) {
      throw new IllegalStateException(noModel);
    } catch (RuntimeException unreadable) {
      return List.of(String.valueOf(unreadable.getMessage()));
    }
  }

  private static void compare(String at, JsonElement given, JsonElement read, List<String> faults) {
    if (given instanceof JsonObject map && read instanceof JsonObject other) {
      for (var entry : map.entrySet()) {
        var place = at + "/" + entry.getKey();
        if (other.has(entry.getKey())) {
          compare(place, entry.getValue(), other.get(entry.getKey()), faults);
        } else {
          faults.add(place + " is unknown or null");
        }
      }
    } else if (given instanceof JsonArray list
        && read instanceof JsonArray other
        && list.size() == other.size()) {
      for (var i = 0; i < list.size(); i++) {
        compare(at + "/" + i, list.get(i), other.get(i), faults);
      }
    } else if (!given.equals(read) && !sameQuantity(given, read)) {
      faults.add("%s: %s is read as %s".formatted(at, given, read));
    }
  }

  /**
   * Whether both are the same quantity, such as {@code 2.5} and {@code 2500m}; an invalid quantity
   * never equals another one.
   */
  private static boolean sameQuantity(JsonElement given, JsonElement read) {
    try {
      return Quantity.fromString(text(given)).equals(Quantity.fromString(text(read)));
    } catch (RuntimeException noQuantity) {
      return false;
    }
  }

  private static String text(JsonElement value) {
    return value instanceof JsonPrimitive text && text.isString() ? text.getAsString() : "";
  }
}
