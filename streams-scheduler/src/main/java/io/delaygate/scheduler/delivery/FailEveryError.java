package io.delaygate.scheduler.delivery;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;

/**
 * Answers every failed send with the end of the stream thread. The default answer to a time-out is
 * a retry, by which Kafka Streams revives one task and loses the work of its neighbours, see {@link
 * AllOrNothingProducer}. To go on instead is no choice: the transaction is spoiled.
 */
public final class FailEveryError implements ProductionExceptionHandler {
  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
    return Response.fail(List.of());
  }

  @Override
  public void configure(Map<String, ?> configs) {
    // nothing to configure
  }
}
