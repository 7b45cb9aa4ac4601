package io.delaygate.service.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.types.Password;

/** What both services want to be shown before they answer. */
public final class AccessSettings {
  /** What gateways show to schedulers. */
  public static final String QUERY_SECRET = "query.secret";

  private static final String ENABLED = "auth.enabled";

  /** Names are not resolved: what another machine says of a name must not open a door. */
  private static final Pattern LOCAL =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[?::1]?", Pattern.CASE_INSENSITIVE);

  private AccessSettings() {}

  /** Adds the settings. */
  public static void define(ConfigDef to) {
    to.define(
            ENABLED,
            BOOLEAN,
            true,
            HIGH,
            because(
                "`false` lets in whoever reaches the ports.",
                "Has to be said: without it a service whose port others can reach does not start"
                    + " unless it knows what to ask them for."))
        .define(
            QUERY_SECRET,
            PASSWORD,
            null,
            SettingValidators.SECRET,
            HIGH,
            because(
                "What gateways show to schedulers when they ask about jobs; the same for all of"
                    + " them. Keep it in a file: `${dir:/folder:file}`.",
                "Nobody can guess it: a scheduler answers with payloads."));
  }

  /** Whether whoever reaches the ports is let in. */
  public static boolean letsInEverybody(CheckedSettings values) {
    return !values.getBoolean(ENABLED);
  }

  /** What gateways show to schedulers; empty when nobody is asked for it. */
  public static Optional<String> querySecret(CheckedSettings values) {
    return Optional.ofNullable(values.getPassword(QUERY_SECRET)).map(Password::value);
  }

  /**
   * What is wrong with a door: that it is open by oversight, or that its key is asked of nobody.
   *
   * @param host the setting that says where it is
   * @param key the setting that says what opens it
   */
  public static List<String> contradictions(CheckedSettings values, String host, String key) {
    var hasKey = values.values().get(key) != null;
    if (hasKey && letsInEverybody(values)) {
      return List.of(
          "'%s' is false, so nobody is asked for '%s': remove one".formatted(ENABLED, key));
    }
    if (!hasKey && !letsInEverybody(values) && !isLocal(values.getString(host))) {
      return List.of(
          "'%s' lets others call: set '%s', or '%s=false' if whoever reaches it may do everything"
              .formatted(host, key, ENABLED));
    }
    return List.of();
  }

  private static boolean isLocal(String host) {
    return LOCAL.matcher(host).matches();
  }
}
