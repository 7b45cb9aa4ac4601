package io.delaygate.service.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.concurrent.TimeUnit;

/** Span of {@link LinkedSpans} that has begun. Thread-safe. */
public final class LinkedSpan {
  /** Name of the header with data of vendors. */
  public static final String TRACESTATE = "tracestate";

  private final Span span;

  LinkedSpan(Span span) {
    this.span = span;
  }

  /** The trace context for the receiver, whose spans are nested in this one. */
  public String traceparent() {
    var context = span.getSpanContext();
    return "00-%s-%s-%s"
        .formatted(context.getTraceId(), context.getSpanId(), context.getTraceFlags().asHex());
  }

  /** Sets an attribute; names are those of OpenTelemetry's conventions, where they have one. */
  public LinkedSpan with(String name, String value) {
    span.setAttribute(name, value);
    return this;
  }

  /** The same with a number. */
  public LinkedSpan with(String name, long value) {
    span.setAttribute(name, value);
    return this;
  }

  /** Marks it as failed. */
  public void failed(String why) {
    span.setStatus(StatusCode.ERROR, why);
  }

  /**
   * Ends it; it is exported soon.
   *
   * @param endMs epoch milliseconds
   */
  public void end(long endMs) {
    span.end(endMs, TimeUnit.MILLISECONDS);
  }
}
