package io.delaygate.service.tracing;

import io.delaygate.service.logging.Correlation;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Factory of spans for what happens to a job long after it was sent. A span begins a new trace and
 * has a link to the sender's: nested in it, a trace would stay open for days. Only jobs whose
 * sender has a sampled trace get one, so the senders decide how many there are.
 *
 * <p>Spans are exported in the background; up to {@value #QUEUE} wait, and more are dropped.
 * Thread-safe.
 */
public final class LinkedSpans implements AutoCloseable {
  /** Some 2 MB. Where the collector is away for longer, spans are worth less than memory. */
  private static final int QUEUE = 4_096;

  private static final long CLOSE_SECONDS = 2;

  private static final TextMapGetter<Map<String, String>> TEXTS = new Texts();

  /** The spans of a service that exports none. */
  public static final LinkedSpans OFF = new LinkedSpans(null);

  private final @Nullable SdkTracerProvider provider;
  private final @Nullable Tracer tracer;

  private LinkedSpans(@Nullable SdkTracerProvider provider) {
    this.provider = provider;
    this.tracer = provider == null ? null : provider.get("io.delaygate");
  }

  /**
   * Spans that are exported.
   *
   * @param collector address that takes OTLP by HTTP, with its path; empty for none
   * @param service name of the service that makes them
   */
  public static LinkedSpans to(Optional<URI> collector, String service) {
    return collector.map(address -> to(address, service)).orElse(OFF);
  }

  private static LinkedSpans to(URI collector, String service) {
    logAsOthers();
    var exporter = OtlpHttpSpanExporter.builder().setEndpoint(collector.toString()).build();
    var batches = BatchSpanProcessor.builder(exporter).setMaxQueueSize(QUEUE).build();
    var name = Attributes.of(AttributeKey.stringKey("service.name"), service);
    return new LinkedSpans(
        SdkTracerProvider.builder()
            .setResource(Resource.getDefault().merge(Resource.create(name)))
            .addSpanProcessor(batches)
            .build());
  }

  /** The exporter logs by {@code java.util.logging}, which else prints lines of its own. */
  private static void logAsOthers() {
    if (!SLF4JBridgeHandler.isInstalled()) {
      SLF4JBridgeHandler.removeHandlersForRootLogger();
      SLF4JBridgeHandler.install();
    }
  }

  /**
   * Begins a span.
   *
   * @param traceparent the sender's; null for none
   * @param tracestate the sender's; null for none
   * @param startMs epoch milliseconds
   * @return empty if no spans are exported, or the sender's trace is not sampled or not valid
   */
  public Optional<LinkedSpan> begin(
      String name,
      Kind kind,
      @Nullable String traceparent,
      @Nullable String tracestate,
      long startMs) {
    if (tracer == null || traceparent == null) {
      return Optional.empty();
    }
    var texts =
        tracestate == null
            ? Map.of(Correlation.TRACEPARENT, traceparent)
            : Map.of(Correlation.TRACEPARENT, traceparent, LinkedSpan.TRACESTATE, tracestate);
    var context = W3CTraceContextPropagator.getInstance().extract(Context.root(), texts, TEXTS);
    var sender = Span.fromContext(context).getSpanContext();
    if (!sender.isValid() || !sender.isSampled()) {
      return Optional.empty();
    }
    var span =
        tracer
            .spanBuilder(name)
            .setNoParent()
            .setSpanKind(kind.of)
            .addLink(sender)
            .setStartTimestamp(startMs, TimeUnit.MILLISECONDS)
            .startSpan();
    return Optional.of(new LinkedSpan(span));
  }

  /** Exports what waits, for {@value #CLOSE_SECONDS} s at most. */
  @Override
  public void close() {
    if (provider != null) {
      provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Side of the receiver that a span is on. */
  public enum Kind {
    /** Hands a record to a topic. */
    SEND(SpanKind.PRODUCER),
    /** Makes a call. */
    CALL(SpanKind.CLIENT);

    private final SpanKind of;

    Kind(SpanKind of) {
      this.of = of;
    }
  }

  /** Access to texts by their names. */
  private static final class Texts implements TextMapGetter<Map<String, String>> {
    @Override
    public Iterable<String> keys(Map<String, String> texts) {
      return texts.keySet();
    }

    @Override
    public @Nullable String get(@Nullable Map<String, String> texts, String key) {
      return texts == null ? null : texts.get(key);
    }
  }
}
