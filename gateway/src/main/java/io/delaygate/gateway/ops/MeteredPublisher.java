package io.delaygate.gateway.ops;

import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.DelayHeader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Command publisher decorator that counts the commands and decisions it passes on. */
public final class MeteredPublisher implements CommandPublisher {
  private static final String CONTROL = "control";

  private final CommandPublisher publisher;
  private final GatewayMetrics metrics;

  /** Counts the records for the given publisher. */
  public MeteredPublisher(CommandPublisher publisher, GatewayMetrics metrics) {
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

  /** Each command names its operation in a header; a record without it is a decision. */
  private static String op(ProducerRecord<byte[], byte[]> record) {
    var header = record.headers().lastHeader(DelayHeader.OP.headerName());
    return header == null ? CONTROL : new String(header.value(), StandardCharsets.UTF_8);
  }
}
