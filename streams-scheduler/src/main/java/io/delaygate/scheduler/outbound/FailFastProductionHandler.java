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
 * Production exception handler that ends the stream thread on every failed send of an at-least-once
 * scheduler. The default answer to a time-out is a retry, with which Kafka Streams revives one task
 * and loses the work of the thread's other tasks. Under exactly-once no failed send gets here: the
 * transaction is rolled back in the living thread, see {@link io.delaygate.scheduler.clients}.
 *
 * <p>It reports refused records to a listener, so that the next thread does not send them again.
 */
public final class FailFastProductionHandler implements ProductionExceptionHandler {
  private static final String LISTENER = "delaygate.refused.records";

  private Told told = new Told((record, failure) -> {});

  /**
   * The properties with the listener for refused records. Kafka Streams makes a handler for each
   * task by its class name, so the listener has to travel in the configuration.
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
   * Listener and the failures that were reported to it, for the handlers of all tasks.
   *
   * <p>A producer gives the failure of a record to everything as well that waits behind it in the
   * transaction, whatever its size or topic: the very same object, and to the record itself first
   * ({@code Sender.failBatch} before {@code abortUndrainedBatches}). So each failure is about one
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
