package io.delaygate.gateway.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.service.directory.TopicStatus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The whole gateway on a real socket, with Kafka replaced by memory. */
final class TestGateway implements AutoCloseable {
  static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Seeds that differ by instance, so that instances generate different ids. */
  private static final AtomicInteger SEEDS = new AtomicInteger();

  final MemoryTopics topics;
  final MemoryScheduler scheduler;
  final MemoryPublisher publisher;
  final MapDirectory directory = new MapDirectory();

  final Gateway gateway;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private TestGateway(MemoryTopics topics, Map<String, String> settings) {
    this.topics = topics;
    scheduler = new MemoryScheduler(topics);
    publisher = new MemoryPublisher(scheduler, topics);
    directory.topics.put("orders", new TopicStatus.Writable(3, 1_048_588));
    directory.topics.put(
        "delay-requests", new TopicStatus.Writable(16, TopicDefinitions.OWN_BATCH_BYTES));
    directory.topics.put(
        MemoryTopics.REPLIES, new TopicStatus.Writable(topics.partitions(), 1_048_588));
    directory.topics.put(
        "delay-dead-letters", new TopicStatus.Writable(topics.partitions(), 1_048_588));
    gateway =
        Gateway.start(
            GatewaySettings.check(settings),
            new Environment(CLOCK, System::nanoTime, new Random(SEEDS.getAndIncrement())),
            lifetime ->
                of -> {
                  lifetime.opened().add("publisher", deadline -> publisher.close());
                  return new KafkaClients(publisher, directory, topics, () -> 1);
                });
    if (!topics.isWithoutControl()) {
      topics.awaitFollower();
    }
  }

  /** Starts a gateway with settings as alternating keys and values; it is ready to read replies. */
  static TestGateway start(String... settings) {
    return reading(new MemoryTopics(4), settings);
  }

  /** The same with these topics. */
  static TestGateway reading(MemoryTopics topics, String... settings) {
    var gateway = notReading(topics, settings);
    topics.awaitReader();
    return gateway;
  }

  /** The same, without waiting until it reads replies. */
  static TestGateway notReading(MemoryTopics topics, String... settings) {
    var map = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:1", "http.port", "0"));
    for (var i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    return new TestGateway(topics, map);
  }

  HttpResponse<String> post(String body) {
    return send("POST", "/v1/jobs", body);
  }

  HttpResponse<String> send(String method, String path, String body) {
    return send(request(path).method(method, BodyPublishers.ofString(body)));
  }

  HttpResponse<String> send(String method, String path) {
    return send(request(path).method(method, BodyPublishers.noBody()));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString());
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
        .timeout(Duration.ofSeconds(20))
        .header("Content-Type", "application/json");
  }

  static JsonNode json(HttpResponse<String> response) {
    return json(response.body());
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException notJson) {
      throw new AssertionError(text, notJson);
    }
  }

  /** Stops in the background, because no test needs the second that idle connections are kept. */
  @Override
  public void close() {
    new Thread(gateway::close, "stop of a test's gateway").start();
  }
}
