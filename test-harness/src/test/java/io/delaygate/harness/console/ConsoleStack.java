package io.delaygate.harness.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.process.Metrics;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/** A scheduler and a gateway with tokens, under a separate prefix. */
final class ConsoleStack implements AutoCloseable {
  static final String ADMIN = "root-token";
  static final String READER = "reader-token";

  private static final int PARTITIONS = 4;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final KafkaCluster cluster;
  private final Path folder;
  private final String prefix = "c" + UUID.randomUUID().toString().substring(0, 8) + "-";
  private final TopicNames names = TopicNames.prefixed(prefix);
  private final int queryPort = FreePorts.chooseRow(1);
  private final Topics topics;
  private final AtomicInteger made = new AtomicInteger();
  private final Gateway gateway;
  private SchedulerService scheduler;

  ConsoleStack(KafkaCluster cluster, Path folder) {
    this.cluster = cluster;
    this.folder = folder;
    this.topics = new Topics(cluster);
    for (var topic : TopicDefinitions.all(names, PARTITIONS)) {
      topics.create(topic.name(), topic.numPartitions(), topic.configs());
    }
    this.scheduler = start();
    var settings = connection(cluster.gatewaySettings());
    settings.put("http.port", "0");
    settings.put("scheduler.urls", "http://127.0.0.1:" + queryPort);
    settings.put("auth.tokens.file", tokens().toString());
    settings.put("endpoints.key.file", keys().toString());
    settings.put("endpoints.http.loopback", "true");
    this.gateway =
        Gateway.start(GatewaySettings.check(settings), Clock.systemUTC(), System::nanoTime);
    await().until(this::isReady);
  }

  private boolean isReady() {
    return Metrics.get(gateway.port(), "/readyz")
        .filter(answer -> answer.statusCode() == 200 && !answer.body().contains("outcomes"))
        .isPresent();
  }

  private Map<String, String> connection(Map<String, String> service) {
    var settings = new HashMap<>(service);
    settings.put("topic.prefix", prefix);
    return settings;
  }

  private Path tokens() {
    return write("tokens", "root admin " + hash(ADMIN) + "\nreader read " + hash(READER) + "\n");
  }

  /** Key that seals the secrets of endpoints. */
  private Path keys() {
    return write("endpoint.keys", Base64.getEncoder().encodeToString(new byte[32]));
  }

  private Path write(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String hash(String token) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }

  private SchedulerService start() {
    var settings = connection(cluster.schedulerSettings());
    settings.put("state.dir", folder.resolve("state").toString());
    settings.put("http.port", "0");
    settings.put("query.port", Integer.toString(queryPort));
    var started =
        SchedulerService.start(
            SchedulerSettings.of(settings),
            new Clocks(System::currentTimeMillis, System::nanoTime));
    await().until(() -> started.health().ready());
    return started;
  }

  void stopScheduler() {
    scheduler.close();
  }

  void startScheduler() {
    scheduler = start();
  }

  static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(60));
  }

  String url() {
    return "http://127.0.0.1:" + gateway.port();
  }

  String page() {
    return url() + "/console/";
  }

  String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  TopicNames names() {
    return names;
  }

  /** Creates a topic; its name begins with this name. */
  String target(String name) {
    var topic = missing(name);
    create(topic);
    return topic;
  }

  /** Name of a topic that does not exist yet. */
  String missing(String name) {
    return name + "-" + prefix + made.incrementAndGet();
  }

  void create(String topic) {
    topics.create(topic, 1);
  }

  /** Sends a command without a gateway; headers are name, value, name, value. */
  void send(String id, String... headers) {
    var record = new ProducerRecord<>(names.requests(), id.getBytes(UTF_8), new byte[] {'v'});
    for (var i = 0; i < headers.length; i += 2) {
      record.headers().add(headers[i], headers[i + 1].getBytes(UTF_8));
    }
    var configs = Map.<String, Object>of("bootstrap.servers", bootstrapServers());
    try (var producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer())) {
      var unused = producer.send(record);
    }
  }

  Reader read(String topic) {
    return new Reader(cluster.bootstrapServers(), topic);
  }

  /** Path of a job, whatever its id. */
  static String job(String id) {
    return "/v1/jobs/" + URLEncoder.encode(id, UTF_8).replace("+", "%20").replace(".", "%2E");
  }

  /** Calls as an administrator; fails without success. */
  JsonNode call(String method, String path, @Nullable String body) {
    var answer = answer(method, path, body);
    if (answer.status() / 100 != 2) {
      throw new AssertionError(method + " " + path + ": " + answer);
    }
    return answer.json();
  }

  /** Calls as an administrator. */
  Answer answer(String method, String path, @Nullable String body) {
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + ADMIN)
            .method(method, BodyPublishers.ofString(body == null ? "" : body));
    try {
      var answer = HTTP.send(request.build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), JSON.readTree(answer.body()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  record Answer(int status, JsonNode json) {}

  /** Schedules by the API and waits for the outcome; the body has no braces. */
  void schedule(String topic, String id, String more) {
    var named = "\"id\":" + quoted(id) + ",\"target\":{\"topic\":" + quoted(topic) + "},";
    var body = "{" + named + more + "}";
    call("POST", "/v1/jobs?wait=true", body);
  }

  /** Makes an endpoint, and waits until the gateway knows it; the fields have no braces. */
  void endpoint(String name, String url, String more) {
    var path = "/v1/endpoints/" + name;
    call("PUT", path, "{\"url\":" + quoted(url) + (more.isEmpty() ? "" : "," + more) + "}");
    await().until(() -> answer("GET", path, null).status() == 200);
  }

  static String quoted(String text) {
    return JSON.getNodeFactory().textNode(text).toString();
  }

  /** Schedules an acknowledged job, and buries it. */
  void bury(String topic, String id) {
    schedule(topic, id, "\"delayMs\":0,\"ack\":{},\"value\":\"v\"");
    var ready =
        await()
            .until(
                () -> call("GET", job(id), null),
                job -> job.path("state").asText().equals("READY"));
    var lease = quoted(ready.path("lease").asText());
    call("POST", job(id) + "/bury", "{\"lease\":" + lease + ",\"failure\":\"no such customer\"}");
  }

  /** State of a job, or the reason of the error. */
  String state(String id) {
    var json = answer("GET", job(id), null).json();
    return json.path("state").asText(json.path("reason").asText());
  }

  @Override
  public void close() {
    gateway.close();
    scheduler.close();
    topics.close();
  }
}
