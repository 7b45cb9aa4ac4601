package io.delaygate.scheduler.delivery;

import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.logging.LogKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers every failed send with the end of the stream thread. The default answer to a time-out is
 * a retry, by which Kafka Streams revives one task and loses the work of its neighbours, see {@link
 * AllOrNothingProducer}. To go on instead is no choice: the transaction is spoiled.
 *
 * <p>A record that its topic refuses as too large would be met again by the next thread, and by
 * each one after it. So the size is told on, and the next thread knows better: the job goes to the
 * dead letters. That is needed where a topic's settings may not be read and what is assumed in
 * their place is too much.
 */
public final class FailEveryError implements ProductionExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(FailEveryError.class);
  private static final String REFUSED_SIZES = "delaygate.refused.sizes";

  private Told told = new Told((topic, bytes) -> {});

  /**
   * The properties with who is told of refused sizes. Kafka Streams makes a handler for each task
   * by its class name, so that it has to travel in the configuration.
   */
  public static Properties telling(RefusedSizes refused, Properties properties) {
    properties.put(REFUSED_SIZES, new Told(refused));
    return properties;
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
    if (failure instanceof RecordTooLargeException && told.isNew(failure)) {
      var bytes = TargetCheck.bytes(record);
      LOG.atError()
          .addKeyValue(LogKey.TOPIC.key(), record.topic())
          .addKeyValue(LogKey.BYTES.key(), bytes)
          .log(
              "A topic refuses a record of that size, which ends the stream thread once. If it is a"
                  + " target, jobs of this size go to the dead letters from now on: allow to read"
                  + " its settings (DescribeConfigs), or set target.max.message.bytes to what it"
                  + " takes. If it is one of Delaygate's own, raise its max.message.bytes");
      told.to.add(record.topic(), bytes);
    }
    return Response.fail(List.of());
  }

  @Override
  public void configure(Map<String, ?> configs) {
    if (configs.get(REFUSED_SIZES) instanceof Told given) {
      told = given;
    }
  }

  /**
   * Whom to tell, and what was told, for the handlers of all tasks.
   *
   * <p>A producer gives the failure of a record to everything as well that waits behind it in the
   * transaction, whatever its size or topic: the very same object, and to the record itself first
   * ({@code Sender.failBatch} before {@code abortUndrainedBatches}). So each failure speaks of one
   * record.
   */
  private static final class Told {
    private final Set<Exception> failures =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private final RefusedSizes to;

    private Told(RefusedSizes to) {
      this.to = to;
    }

    private boolean isNew(Exception failure) {
      return failures.add(failure);
    }
  }

  /** Is told what topics refuse, by any thread. */
  @FunctionalInterface
  public interface RefusedSizes {
    /**
     * A topic refused a record.
     *
     * @param bytes its size as {@link TargetCheck#bytes} measures it
     */
    void add(String topic, long bytes);
  }
}
