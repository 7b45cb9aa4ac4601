package io.delaygate.gateway.ops;

import java.util.List;

/** Definitions of all metrics of the gateway. The README's table is generated from here. */
public enum GatewayMeter {
  HTTP_REQUESTS(
      Kind.COUNTER,
      "delaygate_gateway_http_requests_total",
      "Calls answered; `route` is `unmatched` if no route matched.",
      "route",
      "method",
      "status"),
  HTTP_SECONDS(
      Kind.HISTOGRAM,
      "delaygate_gateway_http_request_seconds",
      "Time from a call's headers to its answer, including the wait for Kafka.",
      "route",
      "method"),
  COMMANDS(
      Kind.COUNTER,
      "delaygate_gateway_commands_total",
      "Commands, and decisions about targets (`op` control), sent to Kafka; `outcome` is stored,"
          + " too_large, not_stored or unknown.",
      "op",
      "outcome"),
  REJECTED(
      Kind.COUNTER,
      "delaygate_gateway_rejected_total",
      "Calls answered with a problem, by its reason code.",
      "reason"),
  LIMITED(
      Kind.COUNTER,
      "delaygate_gateway_limited_total",
      "Calls and items refused by a limit of their namespace or token; `limit` is"
          + " requests_per_second, jobs_per_second, calls_per_interval, pending_jobs or"
          + " payload_bytes.",
      "limit"),
  LIVE_GATEWAYS(
      Kind.GAUGE,
      "delaygate_gateway_live_gateways",
      "Live gateways of the same installation, as known to this one; limits are divided by this"
          + " number."),
  INFLIGHT_BYTES(
      Kind.GAUGE,
      "delaygate_gateway_inflight_bytes",
      "Memory for calls that are not answered yet, of all pools; calls of a pool above"
          + " `publish.max.inflight.bytes` get 503."),
  ENDPOINT_CALLS(
      Kind.COUNTER,
      "delaygate_gateway_endpoint_calls_total",
      "Calls of HTTP endpoints; `result` is 2xx, 3xx, 4xx or 5xx, or in lower case what failed"
          + " before an answer: refused, name, connect, tls, timeout, broken or stopped.",
      "namespace",
      "endpoint",
      "result"),
  ENDPOINT_SECONDS(
      Kind.HISTOGRAM,
      "delaygate_gateway_endpoint_call_seconds",
      "Time of calls of HTTP endpoints, from their begin to the end of the answer.",
      "namespace"),
  ENDPOINT_INFLIGHT(
      Kind.GAUGE,
      "delaygate_gateway_endpoint_calls_inflight",
      "Calls of HTTP endpoints in flight; at `endpoints.calls`, or a namespace at half of it,"
          + " further ones wait."),
  ENDPOINT_BROKEN(
      Kind.GAUGE,
      "delaygate_gateway_endpoint_broken",
      "1 for each HTTP endpoint that fails so often that this gateway has stopped to call it but for"
          + " single tries.",
      "namespace",
      "endpoint"),
  ENDPOINT_OLD_KEYS(
      Kind.GAUGE,
      "delaygate_gateway_endpoints_sealed_by_old_keys",
      "HTTP endpoints whose secrets are sealed by another key than the first one of"
          + " `endpoints.key.file`. At 0 on all gateways the other keys can be removed."),
  OPERATIONS(
      Kind.GAUGE,
      "delaygate_gateway_operations",
      "Operations on many jobs of the gateway's own installation, by `state`; each gateway reports"
          + " all of them. Ended ones are kept for a day.",
      "state"),
  OPERATION_JOBS(
      Kind.COUNTER,
      "delaygate_gateway_operation_jobs_total",
      "Jobs and commands that this gateway handled for operations, by `kind` and `outcome`.",
      "kind",
      "outcome"),
  CONNECTIONS(
      Kind.GAUGE,
      "delaygate_gateway_connections",
      "Open connections. Above `http.max.connections` calls wait, and connections without a call"
          + " are closed, the oldest first."),
  ANSWER_BYTES(
      Kind.GAUGE,
      "delaygate_gateway_answer_bytes",
      "Unsent bytes of answers above 32 KiB; above 32 MiB in total, calls with such answers get"
          + " 503."),
  CUT_OFF(
      Kind.COUNTER,
      "delaygate_gateway_cut_off_total",
      "Connections closed because an answer was not read within 10 s."),
  OUTCOME_SECONDS(
      Kind.HISTOGRAM,
      "delaygate_gateway_outcome_seconds",
      "Time from a command to its outcome, of outcomes that came in time.",
      "outcome"),
  UNANSWERED(
      Kind.COUNTER,
      "delaygate_gateway_unanswered_total",
      "Stored commands whose outcome did not come within `outcome.timeout.ms`."),
  WAITING(
      Kind.GAUGE,
      "delaygate_gateway_waiting_callers",
      "Calls that wait for an outcome, of all pools; calls of a pool above `outcome.max.waiting`"
          + " get 503."),
  OUTCOMES_READY(
      Kind.GAUGE,
      "delaygate_gateway_outcomes_ready",
      "1 while replies are read; at 0, calls that wait for an outcome get 503. For pools see"
          + " `delaygate_gateway_pool_ready`."),
  POOL_READY(
      Kind.GAUGE,
      "delaygate_gateway_pool_ready",
      "1 while commands of a pool can be written, and its outcomes and decisions are read; at 0"
          + " `/readyz` gives the reason. Only for pools of other installations.",
      "pool"),
  HANDED_OUT(
      Kind.COUNTER,
      "delaygate_gateway_handed_out_jobs_total",
      "Jobs of queues that were returned to callers."),
  HANDED_BACK(
      Kind.COUNTER,
      "delaygate_gateway_handed_back_jobs_total",
      "Jobs of queues that were reserved and given back: their caller had disconnected, its token was"
          + " revoked, or the lease was shorter than it asked for."),
  QUEUE_CALLERS(
      Kind.GAUGE,
      "delaygate_gateway_queue_waiting_callers",
      "Calls that wait for jobs of a queue; a call for several queues counts at each of them."),
  QUEUES_READ(
      Kind.GAUGE, "delaygate_gateway_queues_read", "Queues with waiting calls at this gateway."),
  REPLIES_SKIPPED(
      Kind.COUNTER,
      "delaygate_gateway_replies_skipped_total",
      "Replies that no caller got; `reason` is foreign (for another gateway, or about another job),"
          + " late or unreadable.",
      "reason"),
  BACKGROUND_FAILURES(
      Kind.COUNTER,
      "delaygate_background_failures_total",
      "Unexpected failures of background tasks; a task that failed runs again.",
      "task"),
  CERTIFICATE_EXPIRY(
      Kind.GAUGE,
      "delaygate_gateway_certificate_expiry_timestamp_seconds",
      "Time at which the certificate of HTTPS expires; absent without HTTPS.");

  private final Kind kind;
  private final String metricName;
  private final String help;
  private final List<String> labels;

  GatewayMeter(Kind kind, String metricName, String help, String... labels) {
    this.kind = kind;
    this.metricName = metricName;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** Metric types of Prometheus. */
  public enum Kind {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  /** The type of the metric. */
  public Kind kind() {
    return kind;
  }

  /** The scraped name; its end names the unit. */
  public String metricName() {
    return metricName;
  }

  /** One line of documentation. */
  public String help() {
    return help;
  }

  /** The labels in their order. */
  public List<String> labels() {
    return labels;
  }
}
