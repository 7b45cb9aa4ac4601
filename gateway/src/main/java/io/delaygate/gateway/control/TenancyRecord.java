package io.delaygate.gateway.control;

import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.service.control.ControlKey;
import io.delaygate.service.control.IntervalLimits;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Decision about a namespace, a token or an endpoint, as a record of the control topic.
 *
 * @param value null takes back the decision
 */
public record TenancyRecord(ControlKey key, List<Header> headers, byte @Nullable [] value) {
  /** Value of a record whose headers say everything. */
  private static final byte[] EMPTY = {};

  static TenancyRecord of(String name, NamespaceControl namespace) {
    var headers = limits(namespace.limits());
    namespace.allow().forEach(pattern -> add(headers, NamespaceControl.ALLOW, pattern));
    namespace.deny().forEach(pattern -> add(headers, NamespaceControl.DENY, pattern));
    return new TenancyRecord(new ControlKey.OfNamespace(name), headers, EMPTY);
  }

  static TenancyRecord of(String hash, TokenControl token) {
    var headers = limits(token.limits());
    add(headers, TokenControl.NAME, token.name());
    add(headers, TokenControl.NAMESPACE, token.namespace());
    add(headers, TokenControl.ROLE, token.role());
    var interval = token.interval();
    if (interval != null) {
      add(headers, IntervalLimits.READS, interval.reads());
      add(headers, IntervalLimits.WRITES, interval.writes());
      add(headers, IntervalLimits.SECONDS, interval.seconds());
    }
    return new TenancyRecord(new ControlKey.OfToken(hash), headers, EMPTY);
  }

  /** The record of a decision that is in its headers. */
  public static TenancyRecord of(ControlKey key, List<Header> headers) {
    return new TenancyRecord(key, headers, EMPTY);
  }

  /** The record that takes back a decision. */
  public static TenancyRecord none(ControlKey key) {
    return new TenancyRecord(key, List.of(), null);
  }

  private static List<Header> limits(UsageLimits limits) {
    var headers = new ArrayList<Header>();
    add(headers, UsageLimits.REQUESTS_PER_SECOND, limits.requestsPerSecond());
    add(headers, UsageLimits.JOBS_PER_SECOND, limits.jobsPerSecond());
    add(headers, UsageLimits.PENDING_JOBS, limits.pendingJobs());
    add(headers, UsageLimits.PAYLOAD_BYTES, limits.payloadBytes());
    return headers;
  }

  private static void add(List<Header> headers, String name, @Nullable Object value) {
    if (value != null) {
      headers.add(TextHeader.of(name, value.toString()));
    }
  }
}
