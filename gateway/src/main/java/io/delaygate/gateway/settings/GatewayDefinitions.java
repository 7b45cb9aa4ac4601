package io.delaygate.gateway.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.service.settings.AccessSettings;
import io.delaygate.service.settings.Definitions;
import io.delaygate.service.settings.SettingsSection;
import io.delaygate.service.settings.SharedSettings;
import io.delaygate.service.settings.TracingSettings;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;

/** Definitions of all settings of the gateway, with meaning, default and reason. */
final class GatewayDefinitions {
  static final String HOST = "http.host";
  static final String PORT = "http.port";
  static final String MANAGEMENT_PORT = "management.port";
  static final String MAX_BODY = "http.max.body.bytes";
  static final String MAX_HEADER = "http.max.header.bytes";
  static final String MAX_CONNECTIONS = "http.max.connections";
  static final String MAX_INFLIGHT = "publish.max.inflight.bytes";
  static final String GRACE = "shutdown.grace.ms";
  static final String OUTCOME_TIMEOUT = "outcome.timeout.ms";
  static final String MAX_WAITING = "outcome.max.waiting";
  static final String MAX_QUEUES = "queue.max.per.namespace";
  static final String LONGEST_WAIT = "queue.max.wait.ms";
  static final String LEASE = "queue.lease.ms";
  static final String LMSTFY_PORT = "lmstfy.port";
  static final String LMSTFY_ADMIN_PORT = "lmstfy.admin.port";
  static final String LMSTFY_POOLS = "lmstfy.pools";
  static final String LMSTFY_POOL_URLS = "lmstfy.pools.scheduler.urls";
  static final String SCHEDULER_URLS = "scheduler.urls";
  static final String TOKENS_FILE = "auth.tokens.file";
  static final String CERTIFICATE = "http.tls.certificate.file";
  static final String CONSOLE = "console.enabled";
  static final String KEY = "http.tls.key.file";

  /** Ports that are bound, unless they are off. */
  static final List<String> PORTS = List.of(PORT, MANAGEMENT_PORT, LMSTFY_PORT, LMSTFY_ADMIN_PORT);

  private GatewayDefinitions() {}

  static Definitions all() {
    var targets = new ConfigDef();
    SharedSettings.defineTargets(targets);
    return new Definitions(
        List.of(
            SharedSettings.installation(),
            new SettingsSection("HTTP", http()),
            new SettingsSection("Access", access()),
            new SettingsSection("Outcomes and queries", outcomes()),
            new SettingsSection("Queues", queues()),
            new SettingsSection("Endpoints", EndpointDefinitions.all()),
            new SettingsSection("Clients of lmstfy", lmstfy()),
            new SettingsSection("Targets", targets),
            TracingSettings.section()),
        ClientSettings.PREFIXES,
        ClientSettings.REFUSED);
  }

  private static ConfigDef http() {
    var http =
        new ConfigDef()
            .define(
                HOST,
                STRING,
                "127.0.0.1",
                new NonEmptyString(),
                HIGH,
                because(
                    "Address to bind.",
                    "The local host, where every program may call. Any other address needs"
                        + " `auth.tokens.file`. In a container it is `0.0.0.0`."))
            .define(
                PORT,
                INT,
                8080,
                between(0, 65_535),
                HIGH,
                because(
                    "Port to bind; 0 chooses a free one.",
                    "A usual port of services that run without root's rights."))
            .define(
                MANAGEMENT_PORT,
                INT,
                -1,
                between(-1, 65_535),
                MEDIUM,
                because(
                    "Separate port for `/healthz`, `/readyz` and `/metrics`, with its own"
                        + " connections and threads. `http.port` does not serve these paths then. 0"
                        + " chooses a free port, -1 turns it off.",
                    "One port is enough where probes and callers use the same network: `http.port`"
                        + " keeps connections and threads free for probes."));
    return tls(console(bounds(http)));
  }

  private static ConfigDef console(ConfigDef http) {
    return http.define(
        CONSOLE,
        BOOLEAN,
        true,
        MEDIUM,
        because(
            "Whether the page `/console` is served. All that it does is also available by other"
                + " calls.",
            "The page adds no access: every client that reaches the port can make the same calls"
                + " with the same tokens."));
  }

  private static ConfigDef bounds(ConfigDef http) {
    return http.define(
            MAX_BODY,
            INT,
            2 << 20,
            atLeast(1),
            MEDIUM,
            because(
                "Longest body of a call, and longest item of a batch; a longer one gets 413.",
                "Fits the largest record, 1 MiB, which grows by 4/3 as base64."))
        .define(
            MAX_HEADER,
            INT,
            16 << 10,
            between(1 << 10, 1 << 20),
            LOW,
            because(
                "Longest request line and headers together; a longer call gets 431 (414 for the"
                    + " line alone).",
                "The longest id needs 765 bytes, which fit with every allowed value."))
        .define(
            MAX_CONNECTIONS,
            INT,
            20_000,
            between(1, 1_000_000),
            MEDIUM,
            because(
                "Largest number of open connections, besides 64 that are kept for probes. Above it"
                    + " calls wait, and connections without a call are closed, the oldest first.",
                "Twice the 10,000 idle connections that are tested with 256 MiB of heap. The"
                    + " process must be allowed to open as many files, and some hundred for"
                    + " Kafka."))
        .define(
            MAX_INFLIGHT,
            LONG,
            32L << 20,
            atLeast(1),
            MEDIUM,
            because(
                "Memory for calls that are not answered yet: their bodies, and 1 KiB for each."
                    + " Above it calls get 503, and items of a batch wait.",
                "Bounds the memory while Kafka is slow. Must exceed `http.max.body.bytes` by 1"
                    + " KiB."))
        .define(
            GRACE,
            INT,
            20_000,
            atLeast(0),
            MEDIUM,
            because(
                "How long a shutdown waits for answers in flight.",
                "Above the 10 s within which Kafka must accept a command, plus the"
                    + " `outcome.timeout.ms` after it, which is the least; below the 30 s after"
                    + " which orchestrators kill a process."));
  }

  private static ConfigDef tls(ConfigDef http) {
    return http.define(
            CERTIFICATE,
            STRING,
            null,
            MEDIUM,
            because(
                "PEM file of a certificate and the certificates that signed it. With it, calls use"
                    + " HTTPS with TLS 1.2 or 1.3. A changed file is read within a second.",
                "No default, as it depends on the installation. Without it, a proxy in front of the"
                    + " gateway must protect tokens from being read on their way."))
        .define(
            KEY,
            STRING,
            null,
            MEDIUM,
            because(
                "PEM file of the certificate's private key, without password.",
                "No default, as for the certificate."));
  }

  private static ConfigDef access() {
    var access = new ConfigDef();
    AccessSettings.define(access);
    return access.define(
        TOKENS_FILE,
        STRING,
        null,
        HIGH,
        because(
            "File of tokens with one line `name role hash` for each: the role is `read`, `write` or"
                + " `admin`, the hash is SHA-256 in hexadecimal. At most 1,000 tokens; a changed"
                + " file is read within a second.",
            "No default, as it depends on the installation. It has hashes, so that a reader of the"
                + " file cannot make calls."));
  }

  private static ConfigDef outcomes() {
    return new ConfigDef()
        .define(
            OUTCOME_TIMEOUT,
            INT,
            5_000,
            between(1, 15_000),
            MEDIUM,
            because(
                "How long a call waits for its outcome, if it asks for it, once the command is"
                    + " stored; then it gets 503, and the command is still carried out.",
                "Outcomes take some 50 ms; the default covers a rebalance of the schedulers, but"
                    + " not a crash. With the 10 s that Kafka has, the bound stays below the 30 s"
                    + " after which idle connections end."))
        .define(
            MAX_WAITING,
            INT,
            10_000,
            between(1, 1_000_000),
            MEDIUM,
            because(
                "Largest number of calls that wait for an outcome; above it calls get 503 and"
                    + " nothing is stored.",
                "Each takes some 1 KiB: this bounds the memory to 10 MiB while a scheduler is"
                    + " unavailable."))
        .define(
            SCHEDULER_URLS,
            LIST,
            "",
            HttpUrls.VALIDATOR,
            HIGH,
            because(
                "Query servers of any schedulers, `http://host:port,…`, such as a headless service;"
                    + " the other schedulers are found from there. Empty: queries about jobs and"
                    + " `reserve` get 503.",
                "No default, as it depends on the installation; scheduling works without it."));
  }

  private static ConfigDef queues() {
    return new ConfigDef()
        .define(
            MAX_QUEUES,
            INT,
            10_000,
            between(0, 1_000_000),
            MEDIUM,
            because(
                "Largest number of queues with jobs in a namespace; a job for a further queue gets"
                    + " 409. 0 allows no queues.",
                "Each queue takes some 200 bytes of memory in each partition that has its jobs."
                    + " Queues that begin in the same second may exceed the number."))
        .define(
            LONGEST_WAIT,
            INT,
            600_000,
            between(1, 600_000),
            MEDIUM,
            because(
                "Longest wait that a call may ask for, for a job or its result; a longer one gets"
                    + " 400. Set it below the idle time-out of any proxy in front of the gateway.",
                "Longer than workers usually wait, and clients allow."))
        .define(
            LEASE,
            INT,
            60_000,
            between(
                QueueSettings.SHORTEST_LEASE.toMillis(), QueueSettings.LONGEST_LEASE.toMillis()),
            MEDIUM,
            because(
                "Lease of a job of a queue that was published over HTTP, if neither its `ack.lease`"
                    + " nor the `reserve` of its worker sets one.",
                "A usual value of other queue systems; a lease can be extended."));
  }

  private static ConfigDef lmstfy() {
    return new ConfigDef()
        .define(
            LMSTFY_PORT,
            INT,
            -1,
            between(-1, 65_535),
            MEDIUM,
            because(
                "Port for calls of lmstfy clients, usually 7777; 0 chooses a free one, -1 turns it"
                    + " off.",
                "Off, as most installations have no such clients."))
        .define(
            LMSTFY_ADMIN_PORT,
            INT,
            -1,
            between(-1, 65_535),
            MEDIUM,
            because(
                "Port for calls of lmstfy administrators, usually 7778; 0 chooses a free one, -1"
                    + " turns it off.",
                "Off, as for clients; native calls can also make namespaces and tokens."))
        .define(
            LMSTFY_POOLS,
            LIST,
            InstallationSettings.OWN,
            PoolLists.PREFIXES,
            MEDIUM,
            because(
                "Pools that lmstfy clients reach with a token `pool:token`, for example"
                    + " `fast=fast.,bulk=bulk-`. A name with a `topic.prefix` is another"
                    + " installation on the same Kafka cluster; at most 8 are allowed. A name"
                    + " without a prefix is the gateway's own installation, as `default` always is."
                    + " Calls that name another pool are refused.",
                "One installation is enough unless queues must not slow each other down."))
        .define(
            LMSTFY_POOL_URLS,
            LIST,
            "",
            PoolLists.URLS,
            MEDIUM,
            because(
                "Query servers of the schedulers of these pools, for example"
                    + " `fast=http://host:port,…`; at least one for each pool. They are asked with"
                    + " the gateway's `query.secret`.",
                "The gateway cannot find them by itself. Without them, no job of a pool can be"
                    + " consumed."));
  }
}
