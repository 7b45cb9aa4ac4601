package io.delaygate.service.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.types.Password;

/**
 * Access settings of both services: whether authentication is on, the query secret, and the names
 * of ports that ask for nothing.
 */
public final class AccessSettings {
  /** Secret of gateways for queries to schedulers. */
  public static final String QUERY_SECRET = "query.secret";

  private static final String ENABLED = "auth.enabled";

  private static final String HOSTS = "http.hosts";

  /** Names are not resolved: a name server must not decide about access. */
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
                "`false` admits every client that reaches the ports.",
                "Must be set explicitly: without it, a service whose ports other hosts can reach"
                    + " does not start unless tokens or a secret are configured."))
        .define(
            QUERY_SECRET,
            PASSWORD,
            null,
            SettingValidators.SECRET,
            HIGH,
            because(
                "Secret that gateways send with queries to schedulers; the same for all of them."
                    + " Keep it in a file: `${dir:/folder:file}`.",
                "No default, as it must not be guessable: a scheduler answers with payloads."))
        .define(
            HOSTS,
            LIST,
            "",
            SettingValidators.HOST_NAMES,
            MEDIUM,
            because(
                "Host names that ports without a token or secret accept, besides IP addresses and"
                    + " `localhost`, such as `delaygate.example.com,*.internal`; calls by other"
                    + " names get 403. The port of a call does not matter.",
                "No default, as the names depend on the installation. A page in a browser could"
                    + " call such a port by a name of its own that leads there (DNS rebinding), and"
                    + " read the answers."));
  }

  /** Names by which ports that ask for nothing may be called. */
  public static List<String> hosts(CheckedSettings values) {
    return values.getList(HOSTS);
  }

  /** Whether authentication is off. */
  public static boolean letsInEverybody(CheckedSettings values) {
    return !values.getBoolean(ENABLED);
  }

  /** The secret of gateways for queries; empty when it is not required. */
  public static Optional<String> querySecret(CheckedSettings values) {
    return Optional.ofNullable(values.getPassword(QUERY_SECRET)).map(Password::value);
  }

  /**
   * Contradictions in the settings of an end point: open by mistake, or with a key that is never
   * required.
   *
   * @param host the setting of its address
   * @param key the setting of its key
   */
  public static List<String> contradictions(CheckedSettings values, String host, String key) {
    var hasKey = values.values().get(key) != null;
    if (hasKey && letsInEverybody(values)) {
      return List.of(
          "'%s' is false, so '%s' is never asked for: remove one of the two settings"
              .formatted(ENABLED, key));
    }
    if (!hasKey && !letsInEverybody(values) && !isLocal(values.getString(host))) {
      return List.of(
          ("'%s' lets other hosts call: set '%s', or set '%s=false' if every client that reaches it"
                  + " may do everything")
              .formatted(host, key, ENABLED));
    }
    return List.of();
  }

  private static boolean isLocal(String host) {
    return LOCAL.matcher(host).matches();
  }
}
