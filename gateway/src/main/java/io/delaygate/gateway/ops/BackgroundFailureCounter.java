package io.delaygate.gateway.ops;

import io.delaygate.service.background.BackgroundFailures;
import io.prometheus.client.Collector;
import io.prometheus.client.CounterMetricFamily;
import java.util.List;

/**
 * Prometheus collector of the failures of background tasks, which are counted where they happen.
 */
final class BackgroundFailureCounter extends Collector {
  private final BackgroundFailures failures;

  /** Creates a collector that is not registered yet. */
  BackgroundFailureCounter(BackgroundFailures failures) {
    this.failures = failures;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    var meter = GatewayMeter.BACKGROUND_FAILURES;
    var family = new CounterMetricFamily(meter.metricName(), meter.help(), meter.labels());
    failures.byTask().forEach((task, count) -> family.addMetric(List.of(task), count));
    return List.of(family);
  }
}
