package io.delaygate.gateway.endpoints;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.control.EndpointControl;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Writer of the headers of an endpoint's record. */
final class EndpointHeaders {
  private final List<Header> headers = new ArrayList<>();

  private EndpointHeaders() {}

  /** The headers of a record; a reader of the record gets the same endpoint. */
  static List<Header> of(EndpointControl endpoint) {
    var writer = new EndpointHeaders();
    writer.add(EndpointControl.URL, endpoint.url());
    writer.add(EndpointControl.METHOD, endpoint.method());
    endpoint
        .headers()
        .forEach((name, value) -> writer.add(EndpointControl.HEADER, name + ": " + value));
    writer.add(EndpointControl.SEALED, endpoint.sealed());
    writer.add(EndpointControl.TIMEOUT_MS, endpoint.timeoutMs());
    writer.add(EndpointControl.PARALLELISM, endpoint.parallelism());
    writer.add(EndpointControl.PER_SECOND, endpoint.perSecond());
    writer.add(EndpointControl.JOB_URLS, endpoint.jobUrls() ? true : null);
    writer.addPolicy(endpoint.policy());
    return writer.headers;
  }

  /** The lease is not written: it follows from the time-out. */
  private void addPolicy(Policy policy) {
    add(DelayHeader.PRIORITY, policy.priority());
    add(DelayHeader.ON_EXPIRY, policy.onExpiry().text());
    add(DelayHeader.DEAD_LETTER_TOPIC, policy.deadLetterTopic());
    add(DelayHeader.ACK, true);
    if (policy.retry() != null) {
      add(DelayHeader.MAX_ATTEMPTS, policy.retry().maxAttempts());
      addBackoff(policy.retry().backoff());
    }
  }

  private void addBackoff(Backoff backoff) {
    var isFixed = backoff.factor() == 1;
    add(DelayHeader.BACKOFF, isFixed ? "fixed" : "exponential");
    add(DelayHeader.BACKOFF_INITIAL_MS, backoff.initialMs());
    add(DelayHeader.BACKOFF_MAX_MS, isFixed ? null : backoff.maxMs());
    add(DelayHeader.BACKOFF_JITTER, backoff.jitter());
  }

  private void add(DelayHeader header, @Nullable Object value) {
    add(header.headerName(), value);
  }

  private void add(String name, @Nullable Object value) {
    if (value != null) {
      headers.add(TextHeader.of(name, value.toString()));
    }
  }
}
