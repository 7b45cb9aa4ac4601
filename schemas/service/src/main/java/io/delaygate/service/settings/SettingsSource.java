package io.delaygate.service.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Loader of the given settings: {@code --config=FILE}, then {@code DELAYGATE_*} of the environment,
 * then {@code --key=value} arguments; later ones win. {@code DELAYGATE_HTTP_PORT} is {@code
 * http.port}: names are lower-cased and underscores become dots.
 */
public final class SettingsSource {
  private static final String ENVIRONMENT_PREFIX = "DELAYGATE_";
  private static final String FILE = "config";

  private SettingsSource() {}

  /**
   * Merges the three sources.
   *
   * @throws SettingsException if an argument has no {@code --key=value} form or the file cannot be
   *     read
   */
  public static Map<String, String> merge(Map<String, String> environment, String... arguments) {
    var fromArguments = arguments(arguments);
    var fromEnvironment = environment(environment);
    var file = fromArguments.getOrDefault(FILE, fromEnvironment.get(FILE));
    var merged = new HashMap<String, String>();
    if (file != null) {
      merged.putAll(file(file));
    }
    merged.putAll(fromEnvironment);
    merged.putAll(fromArguments);
    merged.remove(FILE);
    return merged;
  }

  private static Map<String, String> arguments(String... arguments) {
    var settings = new HashMap<String, String>();
    for (var argument : arguments) {
      var equals = argument.indexOf('=');
      if (!argument.startsWith("--") || equals < 3) {
        throw new SettingsException("argument '" + argument + "' must have the form --key=value");
      }
      settings.put(argument.substring(2, equals), argument.substring(equals + 1));
    }
    return settings;
  }

  private static Map<String, String> environment(Map<String, String> environment) {
    var settings = new HashMap<String, String>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(ENVIRONMENT_PREFIX)) {
            var key = name.substring(ENVIRONMENT_PREFIX.length());
            settings.put(key.toLowerCase(Locale.ROOT).replace('_', '.'), value);
          }
        });
    return settings;
  }

  private static Map<String, String> file(String path) {
    var properties = new Properties();
    try (var reader = Files.newBufferedReader(Path.of(path))) {
      properties.load(reader);
    } catch (IOException | UncheckedIOException | IllegalArgumentException unreadable) {
      // the last: a backslash without a valid escape, as in a Windows path, or an illegal path
      throw new SettingsException("settings file '" + path + "' cannot be read: " + unreadable);
    }
    var settings = new HashMap<String, String>();
    properties.stringPropertyNames().forEach(k -> settings.put(k, properties.getProperty(k)));
    return settings;
  }
}
