package io.delaygate.gateway.settings;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicRules;
import io.delaygate.service.directory.DirectorySettings;
import io.delaygate.service.settings.AccessSettings;
import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.Definitions;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.settings.SharedSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The gateway's settings, checked. Thread-safe. */
public final class GatewaySettings {
  /** What one call costs beside its body: request, future and record objects, roughly. */
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
   * Checks everything that was given.
   *
   * @throws SettingsException naming every fault
   */
  public static GatewaySettings check(Map<String, String> given) {
    var checked = new GatewaySettings(CheckedSettings.check(SettingDefinitions.all(), given));
    SettingsException.throwIfAny(checked.contradictions());
    return checked;
  }

  /** Everything that can be said, for the reference. */
  public static Definitions definitions() {
    return SettingDefinitions.all();
  }

  /** The address to bind. */
  public String host() {
    return values.getString(SettingDefinitions.HOST);
  }

  /** The port to bind; 0 for any that is free. */
  public int port() {
    return values.getInt(SettingDefinitions.PORT);
  }

  /** Whether the page for people is served. */
  public boolean servesConsole() {
    return values.getBoolean(SettingDefinitions.CONSOLE);
  }

  /** Whether whoever reaches the port is let in, as was asked for. */
  public boolean letsInEverybody() {
    return AccessSettings.letsInEverybody(values);
  }

  /** The file of tokens; empty where everybody who reaches the port is let in. */
  public Optional<Path> tokensFile() {
    return Optional.ofNullable(values.getString(SettingDefinitions.TOKENS_FILE)).map(Path::of);
  }

  /** Longest body of a call. */
  public int maxBodyBytes() {
    return values.getInt(SettingDefinitions.MAX_BODY);
  }

  /** Longest request line and headers together. */
  public int maxHeaderBytes() {
    return values.getInt(SettingDefinitions.MAX_HEADER);
  }

  /** How many connections may be open at a time. */
  public int maxConnections() {
    return values.getInt(SettingDefinitions.MAX_CONNECTIONS);
  }

  /** Bodies and overhead of all calls that are not answered yet. */
  public long maxInflightBytes() {
    return values.getLong(SettingDefinitions.MAX_INFLIGHT);
  }

  /** How long answers in flight are waited for when the gateway stops. */
  public Duration shutdownGrace() {
    return Duration.ofMillis(values.getInt(SettingDefinitions.GRACE));
  }

  /** The topic directory's numbers. */
  public DirectorySettings directory() {
    return SharedSettings.directory(values);
  }

  /** Which topics senders may name. */
  public TopicRules targets() {
    return SharedSettings.targets(values);
  }

  /** What HTTPS needs; empty where calls come in clear. */
  public Optional<TlsFiles> tls() {
    var certificate = values.getString(SettingDefinitions.CERTIFICATE);
    var key = values.getString(SettingDefinitions.KEY);
    return certificate == null || key == null
        ? Optional.empty()
        : Optional.of(new TlsFiles(Path.of(certificate), Path.of(key)));
  }

  /** How queues are used. */
  public QueueSettings queues() {
    return new QueueSettings(
        values.getInt(SettingDefinitions.MAX_QUEUES),
        Duration.ofMillis(values.getInt(SettingDefinitions.LONGEST_WAIT)),
        Duration.ofMillis(values.getInt(SettingDefinitions.LEASE)));
  }

  /** The doors for clients of lmstfy. */
  public LmstfySettings lmstfy() {
    return new LmstfySettings(
        values.getInt(SettingDefinitions.LMSTFY_PORT),
        values.getInt(SettingDefinitions.LMSTFY_ADMIN_PORT),
        PoolLists.ownNames(values.getList(SettingDefinitions.LMSTFY_POOLS)));
  }

  /**
   * The gateway's own installation, which is also the pool of tokens that name none. Its names are
   * those that no job may target.
   */
  public InstallationSettings own() {
    return installation(
        InstallationSettings.OWN, names, values.getList(SettingDefinitions.SCHEDULER_URLS));
  }

  /** Installations that only clients of lmstfy reach. */
  public List<InstallationSettings> pools() {
    var urls = poolUrls();
    return PoolLists.prefixes(values.getList(SettingDefinitions.LMSTFY_POOLS)).entrySet().stream()
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
            of.replies(), outcomeTimeout(), values.getInt(SettingDefinitions.MAX_WAITING));
    return new InstallationSettings(
        pool, of, new SchedulerSettings(urls, AccessSettings.querySecret(values)), outcomes);
  }

  private Duration outcomeTimeout() {
    return Duration.ofMillis(values.getInt(SettingDefinitions.OUTCOME_TIMEOUT));
  }

  private Map<String, List<String>> poolUrls() {
    return PoolLists.urls(values.getList(SettingDefinitions.LMSTFY_POOL_URLS));
  }

  /** The settings of the Kafka clients. */
  public ClientSettings clients() {
    return clients;
  }

  /** What is in force, sorted, one {@code key = value} per line; secrets are hidden. */
  public String effective() {
    return values.effective();
  }

  /** Settings that are legal one by one and would quietly do harm together. */
  private List<String> contradictions() {
    var found = new ArrayList<String>();
    if (maxInflightBytes() < maxBodyBytes() + (long) CALL_OVERHEAD_BYTES) {
      found.add(
          "'%s' must exceed '%s' by %d bytes, or the largest body could never be taken"
              .formatted(
                  SettingDefinitions.MAX_INFLIGHT,
                  SettingDefinitions.MAX_BODY,
                  CALL_OVERHEAD_BYTES));
    }
    if (shutdownGrace().compareTo(outcomeTimeout()) < 0) {
      found.add(
          "'%s' must not be below '%s', or each stop would cut off callers who wait for an outcome"
              .formatted(SettingDefinitions.GRACE, SettingDefinitions.OUTCOME_TIMEOUT));
    }
    if ((values.getString(SettingDefinitions.CERTIFICATE) == null)
        != (values.getString(SettingDefinitions.KEY) == null)) {
      found.add(
          "'%s' and '%s' need each other"
              .formatted(SettingDefinitions.CERTIFICATE, SettingDefinitions.KEY));
    }
    found.addAll(
        AccessSettings.contradictions(
            values, SettingDefinitions.HOST, SettingDefinitions.TOKENS_FILE));
    found.addAll(
        new PoolRules(own(), pools()).contradictions(poolUrls().keySet(), lmstfy().isOff()));
    return found;
  }
}
