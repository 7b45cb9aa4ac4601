package io.delaygate.harness.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.chaos.Operation.Claim;
import io.delaygate.harness.chaos.Operation.Door;
import io.delaygate.harness.chaos.Operation.IfExists;
import io.delaygate.harness.chaos.Operation.Terms;
import io.delaygate.harness.chaos.Operation.Verb;
import io.delaygate.schemas.contract.JobId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Client that sends commands as records, and asks for every outcome. Thread-safe. */
final class KafkaClient implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final Told told;
  private final Clock clock;

  KafkaClient(String bootstrapServers, Told told, Clock clock) {
    this.told = told;
    this.clock = clock;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                // the load must continue while brokers are unavailable
                ProducerConfig.MAX_BLOCK_MS_CONFIG, 500,
                ProducerConfig.LINGER_MS_CONFIG, 5,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 20_000),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends all copies of an operation. */
  void send(Operation operation) {
    for (var i = 0; i < operation.terms().copies(); i++) {
      try {
        var unused =
            producer.send(
                record(operation),
                (metadata, failure) -> {
                  if (failure == null) {
                    told.stored(operation.id(), new Place(metadata.partition(), metadata.offset()));
                  } else {
                    told.nothing();
                  }
                });
      } catch (KafkaException noMetadata) {
        told.nothing();
      }
    }
  }

  private ProducerRecord<byte[], byte[]> record(Operation operation) {
    var owner = new JobId(operation.id()).partition(Rig.PARTITIONS).orElseThrow();
    var detour = operation.terms().door() == Door.MISROUTED ? 1 : 0;
    var value = operation.hasPayload() ? operation.value().getBytes(UTF_8) : null;
    return new ProducerRecord<>(
        Rig.NAMES.requests(),
        (owner + detour) % Rig.PARTITIONS,
        operation.id().getBytes(UTF_8),
        value,
        headers(operation));
  }

  private List<Header> headers(Operation operation) {
    var headers = new ArrayList<Header>();
    var terms = operation.terms();
    add(headers, "delay-op", operation.verb().name().toLowerCase(Locale.ROOT));
    add(headers, "delay-reply-topic", Rig.CLIENT_REPLIES);
    if (operation.verb() == Verb.SCHEDULE) {
      addTarget(headers, operation);
    }
    if (terms.ifExists() != IfExists.UNSAID) {
      add(headers, "delay-if-exists", terms.ifExists().name().toLowerCase(Locale.ROOT));
    }
    if (terms.ifVersion() != Terms.ANY_VERSION) {
      add(headers, "delay-if-version", Long.toString(terms.ifVersion()));
    }
    addTime(headers, terms.delay());
    if (terms.ack() != null) {
      terms.ack().headers().forEach((name, value) -> add(headers, name, value));
    }
    addClaim(headers, terms.claim());
    if (operation.hasPayload()) {
      add(headers, "trace", operation.trace());
    }
    return headers;
  }

  private static void addTarget(List<Header> headers, Operation operation) {
    if (CallPlan.isCall(operation.id())) {
      add(headers, "delay-target-endpoint", CallPlan.endpoint(operation.id()));
      return;
    }
    add(headers, "delay-target-topic", Load.target(operation.id()));
    if (Load.isKeyless(operation)) {
      headers.add(new RecordHeader("delay-target-key", (byte[]) null));
    }
  }

  private static void addClaim(List<Header> headers, @Nullable Claim claim) {
    if (claim == null) {
      return;
    }
    add(headers, "delay-lease", claim.lease());
    add(headers, "delay-attempt", Integer.toString(claim.attempt()));
    if (claim.leaseMs() > 0) {
      add(headers, "delay-lease-ms", Long.toString(claim.leaseMs()));
    }
  }

  private void addTime(List<Header> headers, Operation.Delay delay) {
    if (!delay.isGiven()) {
      return;
    }
    if (delay.absolute()) {
      add(headers, "delay-due-ms", Long.toString(clock.millis() + delay.ms()));
    } else {
      add(headers, "delay-ms", Long.toString(delay.ms()));
    }
    if (delay.ttlMs() > 0) {
      add(headers, "delay-ttl-ms", Long.toString(delay.ttlMs()));
    }
  }

  private static void add(List<Header> headers, String name, String value) {
    headers.add(new RecordHeader(name, value.getBytes(UTF_8)));
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(30));
  }
}
