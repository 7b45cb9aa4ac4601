package io.delaygate.harness.dev;

import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.topics.TopicCreation;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Development stack of {@code ./mvnw -Pdev}: broker, scheduler and gateway in one JVM, with a
 * demonstration.
 */
public final class DevStack implements AutoCloseable {
  private final DevSettings settings;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private DevStack(DevSettings settings) {
    this.settings = settings;
  }

  /** Runs until Ctrl-C. */
  public static void main(String... arguments) throws InterruptedException {
    try {
      var settings = DevSettings.of(arguments);
      var faults = DevPorts.faults(settings.ports());
      if (!faults.isEmpty()) {
        faults.forEach(System.err::println);
        System.exit(1);
      }
      var stack = new DevStack(settings);
      var stopped = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    stack.close();
                    stopped.countDown();
                  }));
      stack.start();
      stopped.await();
    } catch (SettingsException unusable) {
      System.err.println(unusable.getMessage());
      System.exit(2);
    } catch (IOException | RuntimeException | Error failed) {
      // without an exit, threads of the started parts would run for ever
      System.err.println("The development stack could not start: " + failed);
      System.exit(1);
    }
  }

  private synchronized void start() throws IOException, InterruptedException {
    var servers = broker();
    var keys = EndpointKeys.in(settings.dataDir());
    createTopics(servers);
    parts.push(Arrivals.of(Demonstration.TOPIC, servers));
    var clocks = new Clocks(System::currentTimeMillis, System::nanoTime);
    parts.push(SchedulerService.start(SchedulerSettings.of(settings.scheduler(servers)), clocks));
    var gateway = GatewaySettings.check(settings.gateway(servers, keys));
    parts.push(Gateway.start(gateway, Clock.systemUTC(), System::nanoTime));
    System.out.println("\nDelaygate is running. Its state is in " + settings.dataDir() + "\n");
    new Demonstration(servers, settings.httpPort()).run();
    System.out.println(hints(servers));
  }

  @Override
  public synchronized void close() {
    System.out.println("\nStopping ...");
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception failed) {
        System.err.println("A part did not stop cleanly: " + failed);
      }
    }
  }

  private String broker() {
    if (!settings.embedded()) {
      return settings.bootstrapServers();
    }
    var broker =
        EmbeddedKafka.start(
            BrokerOptions.singleNode()
                .withPort(settings.kafkaPort())
                .withDataDir(settings.dataDir().resolve("kafka")));
    parts.push(broker);
    return broker.bootstrapServers();
  }

  private static void createTopics(String servers) {
    var names = TopicNames.prefixed("");
    var topics = new ArrayList<>(TopicDefinitions.all(names, TopicDefinitions.DEFAULT_PARTITIONS));
    topics.add(new NewTopic(Demonstration.TOPIC, Optional.of(4), Optional.empty()));
    try (var admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      TopicCreation.createMissing(admin, topics);
    }
  }

  private String hints(String servers) {
    return """

        Try it (records that arrive on the topic 'demo' are printed here):
          curl -i http://127.0.0.1:%1$d/v1/jobs -H 'Content-Type: application/json' \\
            -d '{"id": "tea", "target": {"topic": "demo"}, "delay": "10s", "value": "tea is ready"}'
          curl -i http://127.0.0.1:%1$d/v1/jobs/tea
          curl -i -X DELETE http://127.0.0.1:%1$d/v1/jobs/tea
          curl -i http://127.0.0.1:%1$d/v1/stats
          echo 'tea:tea is ready' | kcat -P -b %3$s -t delay-requests -K: \\
            -H delay=10s -H delay-target-topic=demo -X topic.partitioner=murmur2_random
          kcat -C -b %3$s -t delay-dead-letters -e -f '%%k %%h\\n'
          kcat -C -b %3$s -t delay-events -e
        HTTP endpoints may have loopback addresses and use http here (endpoints.http.loopback=true):
          curl -i -X PUT http://127.0.0.1:%1$d/v1/endpoints/local \\
            -H 'Content-Type: application/json' -d '{"url": "http://127.0.0.1:8000/"}'
          curl -i -X POST http://127.0.0.1:%1$d/v1/endpoints/local/test
        As an lmstfy client (administrators use port %5$d):
          curl -i -X PUT 'http://127.0.0.1:%4$d/api/default/mails?delay=2' -d hello
          curl -i 'http://127.0.0.1:%4$d/api/default/mails?timeout=60&ttr=30'
        Console: http://127.0.0.1:%1$d/console/
        Metrics: http://127.0.0.1:%1$d/metrics (gateway), http://127.0.0.1:%2$d/metrics (scheduler)
        Stop with Ctrl-C.
        """
        .formatted(
            settings.httpPort(),
            settings.opsPort(),
            servers,
            settings.lmstfyPort(),
            settings.lmstfyAdminPort());
  }
}
