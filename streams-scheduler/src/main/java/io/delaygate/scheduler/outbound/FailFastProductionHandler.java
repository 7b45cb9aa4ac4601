package io.delaygate.scheduler.outbound;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;

/**
 * Handler that answers every failed send of an at-least-once scheduler with the end of the thread.
 * The default answer to a time-out is a retry, by which Kafka Streams revives one task and loses
 * the work of its neighbours. Under exactly-once no failed send gets here: the transaction is
 * rolled back in the living thread, see {@link io.delaygate.scheduler.clients}.
 *
 * <p>What a target refuses is told on, so that the next thread knows better, and does not meet the
 * same record again.
 */
public final class FailFastProductionHandler implements ProductionExceptionHandler {
  private static final String LISTENER = "delaygate.refused.records";

  private Told told = new Told((record, failure) -> {});

  /**
   * The properties with who is told of refused records. Kafka Streams makes a handler for each task
   * by its class name, so that it has to travel in the configuration.
   */
  public static Properties telling(RefusedRecords refused, Properties properties) {
    properties.put(LISTENER, new Told(refused));
    return properties;
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
    if (told.addNew(failure)) {
      told.to.add(record, failure);
    }
    return Response.fail(List.of());
  }

  @Override
  public void configure(Map<String, ?> configs) {
    if (configs.get(LISTENER) instanceof Told given) {
      told = given;
    }
  }

  /**
   * Listener and the failures it was told, for the handlers of all tasks.
   *
   * <p>A producer gives the failure of a record to everything as well that waits behind it in the
   * transaction, whatever its size or topic: the very same object, and to the record itself first
   * ({@code Sender.failBatch} before {@code abortUndrainedBatches}). So each failure speaks of one
   * record.
   */
  private static final class Told {
    private final Set<Exception> failures =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private final RefusedRecords to;

    private Told(RefusedRecords to) {
      this.to = to;
    }

    private boolean addNew(Exception failure) {
      return failures.add(failure);
    }
  }

  /** Listener for records that topics refuse, on any thread. */
  @FunctionalInterface
  public interface RefusedRecords {
    /** A topic refused a record. */
    void add(ProducerRecord<byte[], byte[]> record, Exception failure);
  }
}
