package io.delaygate.scheduler.ops;

import io.prometheus.client.Collector;
import io.prometheus.client.GaugeMetricFamily;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Gauge of one label, whose values are asked for at each scrape; those that are gone end. */
final class LabelledGauge extends Collector {
  private final Meter meter;
  private final Supplier<Map<String, Double>> values;

  /** A gauge that is not registered yet. */
  LabelledGauge(Meter meter, Supplier<Map<String, Double>> values) {
    this.meter = meter;
    this.values = values;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    var family = new GaugeMetricFamily(meter.metricName(), meter.help(), meter.labels());
    values.get().forEach((label, value) -> family.addMetric(List.of(label), value));
    return List.of(family);
  }
}
