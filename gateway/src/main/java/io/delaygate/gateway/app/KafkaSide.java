package io.delaygate.gateway.app;

import io.delaygate.gateway.handout.ShareGroups;
import io.delaygate.gateway.handout.ShareSupport;
import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.KafkaPublisher;
import io.delaygate.gateway.queue.KafkaQueueTopics;
import io.delaygate.gateway.queue.QueueTopicAdmin;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.gateway.usage.LiveGateways;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.directory.KafkaTopicDirectory;
import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.reading.BoundedConsumer;
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
import org.apache.kafka.clients.consumer.KafkaShareConsumer;

/**
 * What the gateway knows of Kafka.
 *
 * @param publisher takes commands there
 * @param directory knows the targets
 * @param consumers opens consumers of our own topics that belong to no group, each used by one
 *     thread
 * @param shareGroups reads queues
 * @param queueTopics makes and deletes them
 * @param gateways how many are alive, this one included
 * @param release lets go of whatever else was opened; runs last
 */
record KafkaSide(
    CommandPublisher publisher,
    TopicDirectory directory,
    Supplier<Consumer<byte[], byte[]>> consumers,
    ShareGroups shareGroups,
    QueueTopicAdmin queueTopics,
    IntSupplier gateways,
    Runnable release)
    implements AutoCloseable {

  /** Questions that are still open are of no use to anybody. */
  private static final Duration CLOSE = Duration.ofSeconds(1);

  /** A session ends after ten. */
  private static final Duration ANSWER = Duration.ofSeconds(4);

  /** A running cluster. Returns before it was reached: the gateway is not ready until it is. */
  static KafkaSide connect(
      GatewaySettings settings, LongSupplier ticker, BackgroundFailures failures) {
    var topic = settings.topicNames().requests();
    var publisher =
        KafkaPublisher.connect(settings.clients().producer(settings.maxInflightBytes()), topic);
    try {
      var admin = Admin.create(settings.clients().admin());
      // targets are the schedulers' to write to: here it needs no right to do so
      var directory =
          new KafkaTopicDirectory(admin, settings.directory(), topic::equals, ticker, failures);
      var group = settings.topicNames().gatewaysGroup();
      var gateways =
          new LiveGateways(
              settings.topicNames().control(),
              () -> new BoundedConsumer(settings.clients().member(group)),
              () -> members(admin, group));
      gateways.start();
      var support = new ShareSupport(admin, failures);
      return new KafkaSide(
          publisher,
          directory,
          () -> new BoundedConsumer(settings.clients().consumer()),
          ShareGroups.of(
              admin,
              support,
              (queue, most) ->
                  new KafkaShareConsumer<>(settings.clients().shareConsumer(queue, most))),
          new KafkaQueueTopics(admin),
          gateways::count,
          () -> {
            gateways.close();
            support.close();
            directory.close();
            admin.close(CLOSE);
          });
    } catch (RuntimeException failed) {
      publisher.close();
      throw failed;
    }
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

  @Override
  public void close() {
    publisher.close();
    release.run();
  }
}
