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
            new SettingsSection("Outcomes and questions", outcomes()),
            new SettingsSection("Queues", queues()),
            new SettingsSection("Clients of lmstfy", lmstfy()),
            new SettingsSection("Targets", targets)),
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
                    "Local: there anybody may call. For any other there must be `auth.tokens.file`. In a"
                        + " container it is `0.0.0.0`."))
            .define(
                PORT,
                INT,
                8080,
                between(0, 65_535),
                HIGH,
                because(
                    "Port to bind; 0 takes a free one.",
                    "The usual one of services without root's rights."))
            .define(
                MANAGEMENT_PORT,
                INT,
                -1,
                between(-1, 65_535),
                MEDIUM,
                because(
                    "Separate port for `/healthz`, `/readyz` and `/metrics`, with its own connections"
                        + " and threads. `http.port` does not serve these paths then. 0 takes a free"
                        + " port, -1 turns it off.",
                    "One port is enough where probes and callers come the same way: `http.port` keeps"
                        + " connections and threads for probes."));
    return tls(console(bounds(http)));
  }

  private static ConfigDef console(ConfigDef http) {
    return http.define(
        CONSOLE,
        BOOLEAN,
        true,
        MEDIUM,
        because(
            "Whether `/console` is served: the page, and nothing that is not to be had without it.",
            "Who can reach the port can call everything that the page does, with the same tokens."));
  }

  private static ConfigDef bounds(ConfigDef http) {
    return http.define(
            MAX_BODY,
            INT,
            2 << 20,
            atLeast(1),
            MEDIUM,
            because(
                "Longest body of a call, else 413; of a batch, longest item.",
                "Holds the largest record, 1 MiB, which grows by 4/3 as base64."))
        .define(
            MAX_HEADER,
            INT,
            16 << 10,
            between(1 << 10, 1 << 20),
            LOW,
            because(
                "Longest request line and headers together, else 431 (414 for the line alone).",
                "The longest id needs 765 bytes, which every bound leaves room for."))
        .define(
            MAX_CONNECTIONS,
            INT,
            20_000,
            between(1, 1_000_000),
            MEDIUM,
            because(
                "How many connections may be open at a time, besides 64 that are kept for probes."
                    + " Above it calls wait, and connections without a call are closed, the oldest"
                    + " first.",
                "Twice the 10,000 idle ones that are tested with 256 MiB of heap. The process must be"
                    + " allowed to open as many files, and some hundred for Kafka."))
        .define(
            MAX_INFLIGHT,
            LONG,
            32L << 20,
            atLeast(1),
            MEDIUM,
            because(
                "Bodies of calls that are not answered yet, and 1 KiB for each call; above it calls"
                    + " get 503, and items of a batch wait.",
                "Bounds the memory while Kafka is slow. Must exceed `http.max.body.bytes` by 1 KiB."))
        .define(
            GRACE,
            INT,
            20_000,
            atLeast(0),
            MEDIUM,
            because(
                "How long a stop waits for answers in flight.",
                "Above the 10 s that Kafka has to take a command and the `outcome.timeout.ms` after it, which is the least; below the 30 s after which orchestrators kill."));
  }

  private static ConfigDef tls(ConfigDef http) {
    return http.define(
            CERTIFICATE,
            STRING,
            null,
            MEDIUM,
            because(
                "File of a certificate, and of those that it is signed by, as PEM: calls come by"
                    + " HTTPS then, TLS 1.2 or 1.3. A changed file is taken within a second.",
                "Nobody can guess it. Without one, something in front of the gateway has to keep"
                    + " tokens from being read on their way."))
        .define(
            KEY,
            STRING,
            null,
            MEDIUM,
            because("File of its private key, as PEM without password.", "The same."));
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
            "File of tokens, a line of `name role hash` each: the role is `read`, `write` or"
                + " `admin`, the hash SHA-256 in hexadecimal. Up to 1,000 of them; it is read again"
                + " within a second of a change.",
            "Nobody can guess it. Hashes, so that who reads the file cannot call."));
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
                "How long a call that wants its outcome waits for it once the command is stored;"
                    + " then it gets 503, and the command is still carried out.",
                "Outcomes take some 50 ms; the default bridges a scheduler's rebalance, not its"
                    + " crash. With the 10 s that Kafka has, the bound stays below the 30 s after"
                    + " which idle connections end."))
        .define(
            MAX_WAITING,
            INT,
            10_000,
            between(1, 1_000_000),
            MEDIUM,
            because(
                "How many callers may wait for an outcome at a time; above it callers get 503 and"
                    + " nothing is stored.",
                "Some 1 KiB each: bounds memory at 10 MiB while a scheduler is away."))
        .define(
            SCHEDULER_URLS,
            LIST,
            "",
            HttpUrls.VALIDATOR,
            HIGH,
            because(
                "Query servers of any schedulers, `http://host:port,…`, such as a headless service;"
                    + " the others are found from there. Empty: questions about jobs and `reserve` get 503.",
                "Nobody can guess it, and scheduling works without."));
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
                "How many queues with jobs a namespace may have, else 409; with 0 nobody has any.",
                "Each takes some 200 bytes of memory in each partition that has jobs of it. Those that"
                    + " are begun in the same second may pass it."))
        .define(
            LONGEST_WAIT,
            INT,
            600_000,
            between(1, 600_000),
            MEDIUM,
            because(
                "How long a caller may wait for a job, or for the result of one, else 400. Set it below"
                    + " the idle time-out of what is in front of the gateway, if anything is.",
                "Longer than any sensible worker waits, and clients allow."))
        .define(
            LEASE,
            INT,
            60_000,
            between(
                QueueSettings.SHORTEST_LEASE.toMillis(), QueueSettings.LONGEST_LEASE.toMillis()),
            MEDIUM,
            because(
                "Lease of a job of a queue that was published over HTTP, if neither its `ack.lease` nor"
                    + " the `reserve` of its worker gives one.",
                "What workers of other queues are used to; a lease can be extended."));
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
                "Port for calls of clients of lmstfy, which is usually 7777; 0 takes a free one, with -1"
                    + " there is none.",
                "Who has no such clients should not have to look after another port."))
        .define(
            LMSTFY_ADMIN_PORT,
            INT,
            -1,
            between(-1, 65_535),
            MEDIUM,
            because(
                "Port for calls of its administrators, which is usually 7778; the same.",
                "The same; and namespaces and tokens can be made by native calls."))
        .define(
            LMSTFY_POOLS,
            LIST,
            InstallationSettings.OWN,
            PoolLists.PREFIXES,
            MEDIUM,
            because(
                "Pools that those clients reach with a token `pool:token`, for example"
                    + " `fast=fast.,bulk=bulk-`. A name with a `topic.prefix` is another installation on"
                    + " the same Kafka cluster; at most 8 are allowed. A name without a prefix is the"
                    + " gateway's own installation, as `default` always is. Calls that name another pool"
                    + " are refused.",
                "One installation is enough unless queues must not slow each other down."))
        .define(
            LMSTFY_POOL_URLS,
            LIST,
            "",
            PoolLists.URLS,
            MEDIUM,
            because(
                "Query servers of the schedulers of these pools, for example"
                    + " `fast=http://host:port,…`; at least one for each pool. They are asked with the"
                    + " gateway's `query.secret`.",
                "The gateway cannot find them by itself, and without them no job of a pool can be"
                    + " consumed."));
  }
}
