package io.delaygate.scheduler.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Result;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class FailFastProductionHandlerTest {
  private final List<String> told = new ArrayList<>();
  private final Properties properties =
      FailFastProductionHandler.telling(
          (record, failure) -> told.add(record.topic()), new Properties());

  // two tasks of one thread share a producer
  private final FailFastProductionHandler one = handler();
  private final FailFastProductionHandler other = handler();

  @Test
  void whatWaitsBehindARefusedRecordIsNotRefused() {
    // Given
    var failure = new RecordTooLargeException();

    // When: the producer fails all records of the transaction with the one failure
    fail(one, "refused", failure);
    fail(one, "neighbour", failure);
    fail(other, "changelog", failure);

    // Then
    assertThat(told).containsExactly("refused");
  }

  @Test
  void eachRefusalIsTold() {
    // When
    fail(one, "refused", new RecordTooLargeException());
    fail(other, "refused too", new RecordTooLargeException());

    // Then
    assertThat(told).containsExactly("refused", "refused too");
  }

  private static void fail(FailFastProductionHandler handler, String topic, Exception failure) {
    var context =
        new DefaultErrorHandlerContext(
            null,
            "delay-requests",
            0,
            0,
            new RecordHeaders(),
            "due",
            new TaskId(0, 0),
            0,
            null,
            null);
    var response = handler.handleError(context, new ProducerRecord<>(topic, new byte[1]), failure);
    assertThat(response.result()).isEqualTo(Result.FAIL);
  }

  private FailFastProductionHandler handler() {
    var handler = new FailFastProductionHandler();
    handler.configure(Utils.propsToMap(properties));
    return handler;
  }
}
