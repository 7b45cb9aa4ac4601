package io.delaygate.gateway.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.SettingValidators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;

/** Definitions of the settings of HTTP endpoints. */
final class EndpointDefinitions {
  static final String KEY_FILE = "endpoints.key.file";
  static final String ALLOWED_HOSTS = "endpoints.allowed.hosts";
  static final String ALLOWED_NETWORKS = "endpoints.allowed.networks";
  static final String HTTP_LOOPBACK = "endpoints.http.loopback";
  static final String CA_FILE = "endpoints.ca.file";
  static final String CALLS = "endpoints.calls";
  static final String RESEAL_DELAY_MS = "endpoints.reseal.delay.ms";

  private EndpointDefinitions() {}

  static ConfigDef all() {
    var endpoints =
        new ConfigDef()
            .define(
                KEY_FILE,
                STRING,
                null,
                MEDIUM,
                because(
                    "File of the keys that seal the secrets of endpoints, one key of 32 random"
                        + " bytes in base64 on each line: the first seals, the others still open"
                        + " what they sealed. All gateways need the same keys; a changed file is"
                        + " read within a second. Without it, endpoints are off: none can be made"
                        + " or called.",
                    "No default, as a key must be secret. Secrets are kept in `control.topic`, which"
                        + " more programs may read than should know them."));
    return calls(reach(endpoints));
  }

  private static ConfigDef reach(ConfigDef endpoints) {
    return endpoints
        .define(
            ALLOWED_HOSTS,
            LIST,
            "",
            SettingValidators.CALLED_HOSTS,
            MEDIUM,
            because(
                "Hosts that endpoints may have although their addresses are private, and that may"
                    + " be called by http, such as `billing.internal,*.shop.svc`.",
                "None: whoever can make an endpoint could otherwise reach services that trust the"
                    + " gateway's network."))
        .define(
            ALLOWED_NETWORKS,
            LIST,
            "",
            SettingValidators.NETWORKS,
            MEDIUM,
            because(
                "Networks whose private addresses endpoints may have, such as"
                    + " `10.1.0.0/16,fd00:1::/32`.",
                "None, as for hosts. A name is checked each time it is looked up, so that it cannot"
                    + " change to an address outside."))
        .define(
            HTTP_LOOPBACK,
            BOOLEAN,
            false,
            LOW,
            because(
                "Whether endpoints may have loopback addresses and call them by http: for"
                    + " development only.",
                "On a server, the local host has services that trust every local program."));
  }

  private static ConfigDef calls(ConfigDef endpoints) {
    return endpoints
        .define(
            CA_FILE,
            STRING,
            null,
            MEDIUM,
            because(
                "PEM file of further authorities that may sign the certificates of endpoints. It is"
                    + " read at the start.",
                "No default: public endpoints have certificates that Java trusts. Certificates are"
                    + " always verified; there is no setting against it."))
        .define(
            CALLS,
            INT,
            2_048,
            between(1, 10_000),
            MEDIUM,
            because(
                "Largest number of endpoints' calls at the same time by one gateway; a namespace"
                    + " gets at most half of them.",
                "Each takes a connection and no thread. Half of them is the usual parallelism of"
                    + " 64 endpoints: so many of one namespace may hang before its others wait."))
        .define(
            RESEAL_DELAY_MS,
            INT,
            300_000,
            between(1_000, 86_400_000),
            LOW,
            because(
                "Time after which a new first key of `endpoints.key.file` seals the secrets of all"
                    + " endpoints anew.",
                "Kubernetes gives a changed Secret to all pods within two minutes. A gateway cannot"
                    + " open what a key seals that it has not read yet."));
  }

  static EndpointSettings read(CheckedSettings values) {
    return new EndpointSettings(
        path(values, KEY_FILE),
        values.getList(ALLOWED_HOSTS),
        values.getList(ALLOWED_NETWORKS),
        values.getBoolean(HTTP_LOOPBACK),
        path(values, CA_FILE),
        values.getInt(CALLS),
        Duration.ofMillis(values.getInt(RESEAL_DELAY_MS)));
  }

  private static Optional<Path> path(CheckedSettings values, String name) {
    return Optional.ofNullable(values.getString(name)).map(Path::of);
  }

  /** Settings of endpoints that have no effect without keys. */
  static List<String> contradictions(CheckedSettings values) {
    var found = new ArrayList<String>();
    var isOff = values.getString(KEY_FILE) == null;
    if (isOff && values.getBoolean(HTTP_LOOPBACK)) {
      found.add(needsKeys(HTTP_LOOPBACK));
    }
    if (isOff && values.getString(CA_FILE) != null) {
      found.add(needsKeys(CA_FILE));
    }
    return found;
  }

  private static String needsKeys(String name) {
    return "'%s' requires '%s', as endpoints are off without it".formatted(name, KEY_FILE);
  }
}
