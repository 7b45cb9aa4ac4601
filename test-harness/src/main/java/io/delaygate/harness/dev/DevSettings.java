package io.delaygate.harness.dev;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.SettingsSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/** Settings of the development stack. */
record DevSettings(
    int kafkaPort, int httpPort, int lmstfyPort, String bootstrapServers, Path dataDir) {
  private static final String KAFKA_PORT = "kafka.port";
  private static final String HTTP_PORT = "http.port";
  private static final String LMSTFY_PORT = "lmstfy.port";

  private static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(KAFKA_PORT, INT, 9092, between(1, 65_535), HIGH, "of the embedded broker")
          .define(HTTP_PORT, INT, 8080, between(1, 65_533), HIGH, "of the gateway")
          .define(LMSTFY_PORT, INT, 7777, between(1, 65_534), HIGH, "for lmstfy clients")
          .define(
              "bootstrap.servers",
              STRING,
              "",
              HIGH,
              "bootstrap servers of a running Kafka; empty: an embedded one")
          .define("data.dir", STRING, NO_DEFAULT_VALUE, HIGH, "directory of the state");

  static DevSettings of(String... arguments) {
    var values = CheckedSettings.check(DEFINITION, SettingsSource.merge(Map.of(), arguments));
    return new DevSettings(
        values.getInt(KAFKA_PORT),
        values.getInt(HTTP_PORT),
        values.getInt(LMSTFY_PORT),
        values.getString("bootstrap.servers"),
        Path.of(values.getString("data.dir")).toAbsolutePath());
  }

  boolean embedded() {
    return bootstrapServers.isEmpty();
  }

  /** Port of the scheduler's metrics and health: the one after the gateway's. */
  int opsPort() {
    return httpPort + 1;
  }

  /** Port of the scheduler for the gateway's queries. */
  int queryPort() {
    return httpPort + 2;
  }

  /** Port for administrators of lmstfy: the one after that of its clients. */
  int lmstfyAdminPort() {
    return lmstfyPort + 1;
  }

  /** All ports that the stack listens on, and the properties that change them. */
  List<DevPorts.Port> ports() {
    var ports = new ArrayList<DevPorts.Port>();
    if (embedded()) {
      ports.add(new DevPorts.Port(kafkaPort, "of the broker", KAFKA_PORT));
    }
    ports.add(new DevPorts.Port(httpPort, "of the gateway", HTTP_PORT));
    ports.add(
        new DevPorts.Port(
            opsPort(), "of the scheduler's metrics, the port after http.port", HTTP_PORT));
    ports.add(
        new DevPorts.Port(
            queryPort(), "of the scheduler's queries, two ports after http.port", HTTP_PORT));
    ports.add(new DevPorts.Port(lmstfyPort, "of lmstfy clients", LMSTFY_PORT));
    ports.add(
        new DevPorts.Port(
            lmstfyAdminPort(),
            "of lmstfy administrators, the port after lmstfy.port",
            LMSTFY_PORT));
    return ports;
  }

  Map<String, String> scheduler(String servers) {
    var settings = new HashMap<String, String>();
    settings.put("bootstrap.servers", servers);
    settings.put("state.dir", dataDir.resolve("state").toString());
    settings.put("http.port", Integer.toString(opsPort()));
    settings.put("query.port", Integer.toString(queryPort()));
    settings.put("topics.create", "true");
    settings.put("events", "all");
    // a single instance cannot have a standby
    settings.put("standby.replicas", "0");
    return settings;
  }

  /**
   * Settings of the gateway.
   *
   * @param keys file of the keys of endpoints
   */
  Map<String, String> gateway(String servers, Path keys) {
    return Map.of(
        "bootstrap.servers",
        servers,
        "http.port",
        Integer.toString(httpPort),
        "lmstfy.port",
        Integer.toString(lmstfyPort),
        "lmstfy.admin.port",
        Integer.toString(lmstfyAdminPort()),
        "scheduler.urls",
        "http://127.0.0.1:" + queryPort(),
        "endpoints.key.file",
        keys.toString(),
        "endpoints.http.loopback",
        "true");
  }
}
