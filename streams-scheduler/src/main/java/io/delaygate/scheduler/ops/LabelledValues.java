package io.delaygate.scheduler.ops;

import io.prometheus.client.Collector;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.GaugeMetricFamily;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Prometheus collector of a metric with one label, whose values are read at each scrape; labels
 * without a value disappear.
 */
final class LabelledValues extends Collector {
  private final SchedulerMeter meter;
  private final Supplier<Map<String, Double>> values;

  /** Creates a collector of the meter's kind, gauge or counter, that is not registered yet. */
  LabelledValues(SchedulerMeter meter, Supplier<Map<String, Double>> values) {
    this.meter = meter;
    this.values = values;
  }

  /** The present values. */
  Map<String, Double> now() {
    return values.get();
  }

  @Override
  public List<MetricFamilySamples> collect() {
    return List.of(meter.kind() == SchedulerMeter.Kind.COUNTER ? counter() : gauge());
  }

  private MetricFamilySamples counter() {
    var family = new CounterMetricFamily(meter.metricName(), meter.help(), meter.labels());
    values.get().forEach((label, value) -> family.addMetric(List.of(label), value));
    return family;
  }

  private MetricFamilySamples gauge() {
    var family = new GaugeMetricFamily(meter.metricName(), meter.help(), meter.labels());
    values.get().forEach((label, value) -> family.addMetric(List.of(label), value));
    return family;
  }
}
