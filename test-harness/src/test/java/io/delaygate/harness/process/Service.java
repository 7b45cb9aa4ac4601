package io.delaygate.harness.process;

import java.util.Collection;
import java.util.stream.Collectors;

/** Running scheduler or gateway, wherever it runs. */
public interface Service extends AutoCloseable {
  /** Port of metrics and health, and of a gateway's calls. */
  int port();

  /** Port of a scheduler's queries. */
  int queryPort();

  /** Whether its readiness probe succeeds; throws if it can never become ready. */
  default boolean isReady() {
    return Metrics.get(port(), "/readyz").filter(a -> a.statusCode() == 200).isPresent();
  }

  /** Stops it cleanly. */
  @Override
  void close();

  /** Value of a gateway's {@code scheduler.urls}. */
  static String urls(Collection<Service> schedulers) {
    return schedulers.stream()
        .map(scheduler -> "http://127.0.0.1:" + scheduler.queryPort())
        .collect(Collectors.joining(","));
  }
}
