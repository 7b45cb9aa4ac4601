package io.delaygate.scheduler.clients;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.RequestCompletionHandler;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Filter of a consumer's fetch responses that truncates oversized records before the consumer
 * decompresses them. Kafka bounds a fetch by its compressed size, has no bound for one record, and
 * offers no public hook here. So the consumer's network client is wrapped by reflection; a test on
 * a broker fails if a version of Kafka keeps it in another field.
 *
 * <p>Rejected: {@code compression.type=uncompressed} for the topic, since then the broker
 * decompresses the record in its own heap, and fails instead of the scheduler.
 */
final class FetchResponseFilter {
  private static final Logger LOG = LoggerFactory.getLogger(FetchResponseFilter.class);

  private final OversizedRecords oversized = new OversizedRecords();
  private final Map<Place, Long> offsets = new HashMap<>();

  private FetchResponseFilter() {}

  /**
   * Truncates oversized records that the consumer fetches from now on. Only logs a warning if this
   * version of Kafka keeps the network client in another field.
   */
  static void truncateOversized(KafkaConsumer<byte[], byte[]> consumer) {
    var records = new FetchResponseFilter();
    try {
      var delegate = field(KafkaConsumer.class, "delegate").get(consumer);
      var network = field(delegate.getClass(), "client").get(delegate);
      var client = field(network.getClass(), "client");
      client.set(network, records.watched((KafkaClient) client.get(network)));
    } catch (ReflectiveOperationException | ClassCastException another) {
      LOG.atWarn()
          .setCause(another)
          .log(
              "The filter of oversized records does not support this version of Kafka's client;"
                  + " a record that decompresses to more than the heap ends the process");
    }
  }

  private static Field field(Class<?> of, String name) throws NoSuchFieldException {
    var field = of.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private KafkaClient watched(KafkaClient client) {
    return (KafkaClient)
        Proxy.newProxyInstance(
            KafkaClient.class.getClassLoader(),
            new Class<?>[] {KafkaClient.class},
            (proxy, method, arguments) -> call(client, method, arguments));
  }

  private Object call(KafkaClient client, Method method, Object[] arguments) throws Throwable {
    var isFetch =
        arguments != null && arguments.length > 1 && arguments[1] instanceof FetchRequest.Builder;
    var last = isFetch ? arguments.length - 1 : -1;
    if (isFetch && arguments[last] instanceof RequestCompletionHandler handler) {
      asked((FetchRequest.Builder) arguments[1]);
      arguments[last] =
          (RequestCompletionHandler)
              response -> {
                if (response.responseBody() instanceof FetchResponse fetched) {
                  answered(fetched);
                }
                handler.onComplete(response);
              };
    }
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  /**
   * Keeps the fetch offsets: a fetch session names a partition again only if its offset has
   * changed.
   */
  private synchronized void asked(FetchRequest.Builder request) {
    request
        .fetchData()
        .forEach(
            (partition, data) ->
                offsets.put(
                    Place.of(data.topicId, partition.topic(), partition.partition()),
                    data.fetchOffset));
  }

  private synchronized void answered(FetchResponse fetched) {
    for (var topic : fetched.data().responses()) {
      for (var partition : topic.partitions()) {
        if (partition.records() instanceof MemoryRecords records) {
          var place = Place.of(topic.topicId(), topic.topic(), partition.partitionIndex());
          partition.setRecords(oversized.cut(records, offsets.getOrDefault(place, 0L)));
        }
      }
    }
  }

  /** Partition of a topic, which newer brokers identify by id and older ones by name. */
  private record Place(Uuid id, String topic, int partition) {
    static Place of(Uuid id, String topic, int partition) {
      return new Place(id, id.equals(Uuid.ZERO_UUID) ? topic : "", partition);
    }
  }
}
