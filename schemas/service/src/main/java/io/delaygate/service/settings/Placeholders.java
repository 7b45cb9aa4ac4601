package io.delaygate.service.settings;

import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;

/**
 * Resolver of placeholders in settings: {@code ${dir:/path:file}}, {@code ${file:/path:key}} and
 * {@code ${env:NAME}}, with Kafka's own providers and syntax. They need no {@code
 * config.providers}, and unlike with Kafka's transformer, a placeholder without a value is always a
 * fault.
 *
 * <p>Trailing line ends of a value are dropped, as {@code $(cat file)} does: files of secrets
 * mostly end with one, and secrets do not. A value is not searched for further placeholders.
 */
final class Placeholders {
  private static final Pattern PLACEHOLDER = ConfigTransformer.DEFAULT_PATTERN;
  private static final Set<String> PROVIDERS = Set.of("dir", "file", "env");
  private static final Pattern LAST_LINE_ENDS = Pattern.compile("[\r\n]+\\z");
  private static final String HIDDEN = "[hidden]";

  private final Map<String, ConfigProvider> providers;

  Placeholders(Map<String, String> environment) {
    providers =
        Map.of(
            "dir", configured(new DirectoryConfigProvider()),
            "file", configured(new FileConfigProvider()),
            "env", configured(new EnvVarConfigProvider(environment)));
  }

  /** Whether the value contains one of our placeholders. */
  static boolean in(String value) {
    return PLACEHOLDER.matcher(value).results().anyMatch(Placeholders::isOurs);
  }

  /** Whether the value contains a placeholder of another provider. */
  static boolean ofOthersIn(String value) {
    return PLACEHOLDER.matcher(value).results().anyMatch(found -> !isOurs(found));
  }

  /** A secret value for the log: only its placeholders are shown. */
  static String hidden(String value) {
    var shown = new StringBuilder();
    var matcher = PLACEHOLDER.matcher(value);
    var end = 0;
    while (matcher.find()) {
      if (isOurs(matcher)) {
        shown.append(matcher.start() > end ? HIDDEN : "").append(matcher.group());
        end = matcher.end();
      }
    }
    return shown.append(value.length() > end || value.isEmpty() ? HIDDEN : "").toString();
  }

  /**
   * The value with our placeholders resolved; placeholders of other providers stay.
   *
   * @throws ConfigException naming the placeholder that has no value; the message contains no value
   */
  String resolve(String value) {
    return PLACEHOLDER
        .matcher(value)
        .replaceAll(found -> Matcher.quoteReplacement(isOurs(found) ? find(found) : found.group()));
  }

  private String find(MatchResult placeholder) {
    var path = placeholder.group(3) == null ? "" : placeholder.group(3);
    var key = placeholder.group(4);
    var text = read(placeholder, path, key).get(key);
    if (text == null) {
      throw new ConfigException(
          placeholder.group() + " has no value: the file, key or variable does not exist");
    }
    return LAST_LINE_ENDS.matcher(text).replaceFirst("");
  }

  private Map<String, String> read(MatchResult placeholder, String path, String key) {
    try {
      var provider = providers.get(placeholder.group(1));
      return provider == null ? Map.of() : provider.get(path, Set.of(key)).data();
    } catch (RuntimeException unreadable) {
      // such as an impossible path, or a broken escape in a properties file
      throw new ConfigException(
          placeholder.group() + " cannot be read: " + unreadable.getMessage());
    }
  }

  private static boolean isOurs(MatchResult placeholder) {
    return PROVIDERS.contains(placeholder.group(1));
  }

  private static ConfigProvider configured(ConfigProvider provider) {
    // the pattern is one provider's default, which it logs at each start unless it is set
    provider.configure(Map.of(EnvVarConfigProvider.ALLOWLIST_PATTERN_CONFIG, ".*"));
    return provider;
  }
}
