package io.delaygate.scheduler.outbound;

import io.delaygate.schemas.job.Job;
import io.delaygate.service.logging.Correlation;
import io.delaygate.service.shutdown.ShutdownSteps;
import io.delaygate.service.tracing.LinkedSpan;
import io.delaygate.service.tracing.LinkedSpans;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Factory of spans of deliveries, from the due time to the moment when the record is handed over;
 * their length is the lateness. A delivery that is rolled back and repeated has a span for each
 * try. Thread-safe.
 */
public final class DeliverySpans {
  private final LinkedSpans spans;

  /** Spans that are exported so. */
  public DeliverySpans(LinkedSpans spans) {
    this.spans = spans;
  }

  /** Spans of a scheduler; a stop exports what waits. */
  public static DeliverySpans open(Optional<URI> collector, ShutdownSteps opened) {
    var spans = LinkedSpans.to(collector, "delaygate-scheduler");
    opened.add("export of spans", deadline -> spans.close());
    return new DeliverySpans(spans);
  }

  /**
   * The record with the span's trace context in place of the sender's; the same record if the job
   * is not traced. Two contexts are none, as W3C says.
   */
  public Record<byte[], OutgoingRecord> traced(Record<byte[], OutgoingRecord> record, Job job) {
    var to = record.value();
    var dueMs = job.times().dueMs();
    return spans
        .begin(
            "send " + to.topic(),
            LinkedSpans.Kind.SEND,
            only(record.headers(), Correlation.TRACEPARENT),
            only(record.headers(), LinkedSpan.TRACESTATE),
            Math.min(dueMs, record.timestamp()))
        .map(span -> traced(record, job, span))
        .orElse(record);
  }

  private static Record<byte[], OutgoingRecord> traced(
      Record<byte[], OutgoingRecord> record, Job job, LinkedSpan begun) {
    var to = record.value();
    begun
        .with("messaging.system", "kafka")
        .with("messaging.operation.type", "send")
        .with("messaging.destination.name", to.topic())
        .with("delaygate.job.id", job.id().text())
        .with("delaygate.job.due_ms", job.times().dueMs())
        .with("delaygate.job.attempt", job.attempts().number());
    begun.end(record.timestamp());
    var headers = new RecordHeaders();
    for (var header : record.headers()) {
      var name = header.key().toLowerCase(Locale.ROOT);
      if (name.equals(Correlation.TRACEPARENT)) {
        var context = begun.traceparent().getBytes(StandardCharsets.UTF_8);
        headers.add(header.key(), context);
      } else if (!name.equals(LinkedSpan.TRACESTATE)) {
        headers.add(header);
      }
    }
    return record.withHeaders(headers);
  }

  /** The value of a header that is there once; else null. */
  private static @Nullable String only(Headers headers, String name) {
    String found = null;
    for (var header : headers) {
      if (header.key().toLowerCase(Locale.ROOT).equals(name)) {
        if (found != null || header.value() == null) {
          return null;
        }
        found = new String(header.value(), StandardCharsets.UTF_8);
      }
    }
    return found;
  }
}
