package io.delaygate.scheduler.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.job.Actor;
import io.delaygate.service.actor.Message;
import java.util.Arrays;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a record for {@code delay-requests}, header by header as clients in any language do.
 */
final class Request {
  private final byte @Nullable [] key;
  private final RecordHeaders headers = new RecordHeaders();
  private byte @Nullable [] value;

  private Request(@Nullable String id) {
    key = id == null ? null : id.getBytes(UTF_8);
  }

  static Request of(@Nullable String id) {
    return new Request(id);
  }

  /** A job whose value names its id. */
  static Request schedule(@Nullable String id, String target, long dueMs) {
    return of(id)
        .header("delay-target-topic", target)
        .header("delay-due-ms", Long.toString(dueMs))
        .value("value of " + id);
  }

  static Request cancel(String id) {
    return of(id).header("delay-op", "cancel");
  }

  static Request fire(String id) {
    return of(id).header("delay-op", "fire");
  }

  static Request reschedule(String id, long dueMs) {
    return of(id).header("delay-op", "reschedule").header("delay-due-ms", Long.toString(dueMs));
  }

  Request header(String name, @Nullable String text) {
    headers.add(name, text == null ? null : text.getBytes(UTF_8));
    return this;
  }

  /** Asks for the outcome. */
  Request answered(String correlationId) {
    return header("delay-reply-topic", SchedulerDriver.ANSWERS)
        .header("delay-correlation-id", correlationId);
  }

  /** Adds the claim of a gateway with the secret, as the last thing that is added. */
  Request sentBy(String actor, long atMs) {
    var all = new Message(key, Arrays.asList(headers.toArray()), value);
    for (var header : Setup.CLAIMS.signed(new Actor(actor), all, atMs)) {
      if (Message.isClaim(header)) {
        headers.add(header);
      }
    }
    return this;
  }

  Request value(@Nullable String text) {
    return value(text == null ? null : text.getBytes(UTF_8));
  }

  Request value(byte @Nullable [] bytes) {
    value = bytes;
    return this;
  }

  /** The record with a timestamp; a null key is allowed. */
  TestRecord<byte[], byte[]> at(long timestampMs) {
    return new TestRecord<>(key, value, new RecordHeaders(headers), timestampMs);
  }
}
