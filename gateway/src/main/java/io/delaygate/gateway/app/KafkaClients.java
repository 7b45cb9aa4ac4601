package io.delaygate.gateway.app;

import io.delaygate.gateway.access.LiveGateways;
import io.delaygate.gateway.http.Lifetime;
import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.KafkaPublisher;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.gateway.settings.InstallationSettings;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.directory.KafkaTopicDirectory;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.reading.BoundedConsumer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * Kafka clients of one installation.
 *
 * @param publisher of commands
 * @param directory of the target topics
 * @param consumers opens consumers of our own topics that belong to no group, each used by one
 *     thread
 * @param gateways number of live gateways, this one included
 */
record KafkaClients(
    CommandPublisher publisher,
    TopicDirectory directory,
    Supplier<Consumer<byte[], byte[]>> consumers,
    IntSupplier gateways) {

  /** Requests that are still open are not needed any more. */
  private static final Duration CLOSE = Duration.ofSeconds(1);

  /** Less than the ten seconds after which a session ends. */
  private static final Duration ANSWER = Duration.ofSeconds(4);

  /** Opens the Kafka clients of installations on one cluster, and adds the steps to close them. */
  interface Connector {
    /** Returns before the cluster was reached: nothing is ready until it is. */
    KafkaClients connect(InstallationSettings of);
  }

  /**
   * Connector to a running cluster. Installations share one admin client, as its requests do not
   * wait for each other, and have a producer and consumers each: an unavailable topic of one holds
   * up no other.
   */
  static Connector cluster(GatewaySettings settings, LongSupplier ticker, Lifetime lifetime) {
    var admin = Admin.create(settings.clients().admin());
    lifetime
        .opened()
        .add("client of the brokers", deadline -> admin.close(deadline.atMost(CLOSE).left()));
    return of -> connect(settings, of, ticker, lifetime, admin);
  }

  private static KafkaClients connect(
      GatewaySettings settings,
      InstallationSettings of,
      LongSupplier ticker,
      Lifetime lifetime,
      Admin admin) {
    var topic = of.names().requests();
    // only schedulers write to targets: the gateway needs no right to do so
    var directory =
        new KafkaTopicDirectory(
            admin, settings.directory(), topic::equals, ticker, lifetime.failures());
    lifetime.closes(of, "topic directory", deadline -> directory.close());
    var gateways = gateways(settings, of.names(), admin, ticker);
    lifetime.closes(of, "counter of gateways", deadline -> gateways.close());
    gateways.start();
    var publisher =
        KafkaPublisher.connect(settings.clients().producer(settings.maxInflightBytes()), topic);
    lifetime.closes(of, "publisher of commands", deadline -> publisher.close());
    return new KafkaClients(
        publisher,
        directory,
        () -> new BoundedConsumer(settings.clients().consumer()),
        gateways::count);
  }

  private static LiveGateways gateways(
      GatewaySettings settings, TopicNames names, Admin admin, LongSupplier ticker) {
    var group = names.gatewaysGroup();
    return new LiveGateways(
        names.control(),
        () -> new BoundedConsumer(settings.clients().member(group)),
        () -> members(admin, group),
        ticker);
  }

  private static OptionalInt members(Admin admin, String group) {
    try {
      var described = admin.describeConsumerGroups(List.of(group)).all();
      return OptionalInt.of(
          described.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS).values().stream()
              .mapToInt(one -> one.members().size())
              .sum());
    } catch (ExecutionException | TimeoutException notTold) {
      return OptionalInt.empty();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }
}
