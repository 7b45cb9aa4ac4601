package io.delaygate.gateway.settings;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicPatterns;
import io.delaygate.service.directory.DirectorySettings;
import io.delaygate.service.settings.AccessSettings;
import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.Definitions;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.settings.SharedSettings;
import io.delaygate.service.settings.TracingSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checked settings of the gateway. Thread-safe. */
public final class GatewaySettings {
  /** Memory of one call beside its body: request, future and record objects, roughly. */
  public static final int CALL_OVERHEAD_BYTES = 1024;

  private final CheckedSettings values;
  private final TopicNames names;
  private final ClientSettings clients;

  private GatewaySettings(CheckedSettings values) {
    this.values = values;
    this.names = SharedSettings.names(values);
    this.clients = new ClientSettings(values);
  }

  /**
   * Checks all settings.
   *
   * @throws SettingsException naming every fault
   */
  public static GatewaySettings check(Map<String, String> given) {
    var checked = new GatewaySettings(CheckedSettings.check(GatewayDefinitions.all(), given));
    SettingsException.throwIfAny(checked.contradictions());
    return checked;
  }

  /** Definitions of all settings, for the reference. */
  public static Definitions definitions() {
    return GatewayDefinitions.all();
  }

  /** The address to bind. */
  public String host() {
    return values.getString(GatewayDefinitions.HOST);
  }

  /** The port to bind; 0 for any that is free. */
  public int port() {
    return values.getInt(GatewayDefinitions.PORT);
  }

  /** The port of health and metrics alone: 0 for any that is free, -1 for none. */
  public int managementPort() {
    return values.getInt(GatewayDefinitions.MANAGEMENT_PORT);
  }

  /** Whether the console is served. */
  public boolean servesConsole() {
    return values.getBoolean(GatewayDefinitions.CONSOLE);
  }

  /** Whether all callers have access, because the settings explicitly say so. */
  public boolean letsInEverybody() {
    return AccessSettings.letsInEverybody(values);
  }

  /** The file of tokens; empty where all callers have access. */
  public Optional<Path> tokensFile() {
    return Optional.ofNullable(values.getString(GatewayDefinitions.TOKENS_FILE)).map(Path::of);
  }

  /** Names by which ports may be called while they ask for no tokens. */
  public List<String> hosts() {
    return AccessSettings.hosts(values);
  }

  /** Collector of spans; empty when nothing is traced. */
  public Optional<URI> spans() {
    return TracingSettings.collector(values);
  }

  /** Longest body of a call. */
  public int maxBodyBytes() {
    return values.getInt(GatewayDefinitions.MAX_BODY);
  }

  /** Longest request line and headers together. */
  public int maxHeaderBytes() {
    return values.getInt(GatewayDefinitions.MAX_HEADER);
  }

  /** Largest number of open connections. */
  public int maxConnections() {
    return values.getInt(GatewayDefinitions.MAX_CONNECTIONS);
  }

  /** Bodies and overhead of all calls that are not answered yet. */
  public long maxInflightBytes() {
    return values.getLong(GatewayDefinitions.MAX_INFLIGHT);
  }

  /** Longest time that a stop waits for answers in flight. */
  public Duration shutdownGrace() {
    return Duration.ofMillis(values.getInt(GatewayDefinitions.GRACE));
  }

  /** Settings of the topic directory. */
  public DirectorySettings directory() {
    return SharedSettings.directory(values);
  }

  /** Topics that callers may name. */
  public TopicPatterns targets() {
    return SharedSettings.targets(values);
  }

  /** Certificate and key of HTTPS; empty without HTTPS. */
  public Optional<TlsFiles> tls() {
    var certificate = values.getString(GatewayDefinitions.CERTIFICATE);
    var key = values.getString(GatewayDefinitions.KEY);
    return certificate == null || key == null
        ? Optional.empty()
        : Optional.of(new TlsFiles(Path.of(certificate), Path.of(key)));
  }

  /** Settings of queues. */
  public QueueSettings queues() {
    return new QueueSettings(
        values.getInt(GatewayDefinitions.MAX_QUEUES),
        Duration.ofMillis(values.getInt(GatewayDefinitions.LONGEST_WAIT)),
        Duration.ofMillis(values.getInt(GatewayDefinitions.LEASE)));
  }

  /** Settings of HTTP endpoints. */
  public EndpointSettings endpoints() {
    return EndpointDefinitions.read(values);
  }

  /** Ports for clients of lmstfy. */
  public LmstfySettings lmstfy() {
    return new LmstfySettings(
        values.getInt(GatewayDefinitions.LMSTFY_PORT),
        values.getInt(GatewayDefinitions.LMSTFY_ADMIN_PORT),
        PoolLists.ownNames(values.getList(GatewayDefinitions.LMSTFY_POOLS)));
  }

  /**
   * The gateway's own installation, which is also the pool of tokens without a pool. No job may
   * target the topics of its names.
   */
  public InstallationSettings own() {
    return installation(
        InstallationSettings.OWN, names, values.getList(GatewayDefinitions.SCHEDULER_URLS));
  }

  /** Installations that only clients of lmstfy reach. */
  public List<InstallationSettings> pools() {
    var urls = poolUrls();
    return PoolLists.prefixes(values.getList(GatewayDefinitions.LMSTFY_POOLS)).entrySet().stream()
        .map(
            pool ->
                installation(
                    pool.getKey(),
                    TopicNames.prefixed(pool.getValue()),
                    urls.getOrDefault(pool.getKey(), List.of())))
        .toList();
  }

  private InstallationSettings installation(String pool, TopicNames of, List<String> urls) {
    var outcomes =
        new OutcomeSettings(
            of.replies(), outcomeTimeout(), values.getInt(GatewayDefinitions.MAX_WAITING));
    return new InstallationSettings(
        pool, of, new QuerySettings(urls, AccessSettings.querySecret(values)), outcomes);
  }

  private Duration outcomeTimeout() {
    return Duration.ofMillis(values.getInt(GatewayDefinitions.OUTCOME_TIMEOUT));
  }

  private Map<String, List<String>> poolUrls() {
    return PoolLists.urls(values.getList(GatewayDefinitions.LMSTFY_POOL_URLS));
  }

  /** The settings of the Kafka clients. */
  public ClientSettings clients() {
    return clients;
  }

  /** The effective settings, sorted, one {@code key = value} per line; secrets are hidden. */
  public String effective() {
    return values.effective();
  }

  /** Settings that are valid one by one and do harm together. */
  private List<String> contradictions() {
    var found = new ArrayList<String>();
    if (maxInflightBytes() < maxBodyBytes() + (long) CALL_OVERHEAD_BYTES) {
      found.add(
          "'%s' must exceed '%s' by at least %d bytes, or the largest body would always be refused"
              .formatted(
                  GatewayDefinitions.MAX_INFLIGHT,
                  GatewayDefinitions.MAX_BODY,
                  CALL_OVERHEAD_BYTES));
    }
    if (shutdownGrace().compareTo(outcomeTimeout()) < 0) {
      found.add(
          "'%s' must be at least '%s', or a shutdown would cut off calls that wait for an outcome"
              .formatted(GatewayDefinitions.GRACE, GatewayDefinitions.OUTCOME_TIMEOUT));
    }
    if ((values.getString(GatewayDefinitions.CERTIFICATE) == null)
        != (values.getString(GatewayDefinitions.KEY) == null)) {
      found.add(
          "'%s' and '%s' must be set together"
              .formatted(GatewayDefinitions.CERTIFICATE, GatewayDefinitions.KEY));
    }
    found.addAll(
        AccessSettings.contradictions(
            values, GatewayDefinitions.HOST, GatewayDefinitions.TOKENS_FILE));
    found.addAll(EndpointDefinitions.contradictions(values));
    found.addAll(sharedPorts());
    found.addAll(
        new PoolRules(own(), pools()).contradictions(poolUrls().keySet(), lmstfy().isOff()));
    return found;
  }

  private List<String> sharedPorts() {
    var found = new ArrayList<String>();
    var names = new HashMap<Integer, String>();
    for (var name : GatewayDefinitions.PORTS) {
      var port = values.getInt(name);
      var other = port > 0 ? names.putIfAbsent(port, name) : null;
      if (other != null) {
        found.add(
            "'%s' and '%s' must be different ports, but both are %d".formatted(other, name, port));
      }
    }
    return found;
  }

  /**
   * Ports for clients of lmstfy, and the names of the gateway's own pool there.
   *
   * @param port for calls about queues: 0 for any that is free, -1 for none
   * @param adminPort for calls of administrators, the same
   * @param ownNames that clients may use for the gateway's own installation
   */
  public record LmstfySettings(int port, int adminPort, Set<String> ownNames) {
    /** Whether neither port is served. */
    boolean isOff() {
      return port < 0 && adminPort < 0;
    }
  }
}
