package io.delaygate.gateway.ops;

import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.DelayHeader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Counts the commands and decisions that pass. */
public final class CountedPublisher implements CommandPublisher {
  private static final String CONTROL = "control";

  private final CommandPublisher publisher;
  private final GatewayMetrics metrics;

  /** Counts what goes through the given publisher. */
  public CountedPublisher(CommandPublisher publisher, GatewayMetrics metrics) {
    this.publisher = publisher;
    this.metrics = metrics;
  }

  @Override
  public OptionalInt partitions() {
    return publisher.partitions();
  }

  @Override
  public Map<Integer, Long> ends() {
    return publisher.ends();
  }

  @Override
  public CompletableFuture<PublishResult> publish(ProducerRecord<byte[], byte[]> record) {
    var op = op(record);
    return publisher
        .publish(record)
        .thenApply(
            outcome -> {
              metrics.published(op, outcome);
              return outcome;
            });
  }

  @Override
  public void close() {
    publisher.close();
  }

  /** The gateway names the operation in each command; what has none is a decision. */
  private static String op(ProducerRecord<byte[], byte[]> record) {
    var header = record.headers().lastHeader(DelayHeader.OP.headerName());
    return header == null ? CONTROL : new String(header.value(), StandardCharsets.UTF_8);
  }
}
