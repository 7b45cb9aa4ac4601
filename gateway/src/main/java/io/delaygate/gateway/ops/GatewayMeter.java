package io.delaygate.gateway.ops;

import java.util.List;

/** Definitions of all metrics of the gateway. The README's table is generated from here. */
public enum GatewayMeter {
  HTTP_REQUESTS(
      Kind.COUNTER,
      "delaygate_gateway_http_requests_total",
      "Calls answered; `route` is `unmatched` where none was reached.",
      "route",
      "method",
      "status"),
  HTTP_SECONDS(
      Kind.HISTOGRAM,
      "delaygate_gateway_http_request_seconds",
      "From a call's headers to its answer, the wait for Kafka included.",
      "route",
      "method"),
  COMMANDS(
      Kind.COUNTER,
      "delaygate_gateway_commands_total",
      "Commands, and decisions about targets (`op` control), handed to Kafka; `outcome` is stored,"
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
          + " requests_per_second, jobs_per_second, calls_per_interval, pending_jobs or payload_bytes.",
      "limit"),
  LIVE_GATEWAYS(
      Kind.GAUGE,
      "delaygate_gateway_live_gateways",
      "Gateways of the own installation that are alive, as this one knows; limits are divided by it."),
  INFLIGHT_BYTES(
      Kind.GAUGE,
      "delaygate_gateway_inflight_bytes",
      "Held for calls that are not answered yet, of all pools; calls of a pool above"
          + " `publish.max.inflight.bytes` get 503."),
  CONNECTIONS(
      Kind.GAUGE,
      "delaygate_gateway_connections",
      "Open connections. Above `http.max.connections` calls wait, and connections without a call are"
          + " closed, the oldest first."),
  ANSWER_BYTES(
      Kind.GAUGE,
      "delaygate_gateway_answer_bytes",
      "Of answers above 32 KiB, what is not sent yet; above 32 MiB callers get 503."),
  CUT_OFF(
      Kind.COUNTER,
      "delaygate_gateway_cut_off_total",
      "Connections closed since an answer was not read within 10 s."),
  OUTCOME_SECONDS(
      Kind.HISTOGRAM,
      "delaygate_gateway_outcome_seconds",
      "From a command to its outcome, of those that came in time.",
      "outcome"),
  UNANSWERED(
      Kind.COUNTER,
      "delaygate_gateway_unanswered_total",
      "Stored commands whose outcome did not come within `outcome.timeout.ms`."),
  WAITING(
      Kind.GAUGE,
      "delaygate_gateway_waiting_callers",
      "Who waits for an outcome, of all pools; callers of a pool above `outcome.max.waiting` get 503."),
  OUTCOMES_READY(
      Kind.GAUGE,
      "delaygate_gateway_outcomes_ready",
      "1 while replies are read; at 0 callers who wait for an outcome get 503. See the next for pools."),
  POOL_READY(
      Kind.GAUGE,
      "delaygate_gateway_pool_ready",
      "1 while commands of a pool can be written, and its outcomes and decisions are read; at 0 `/readyz`"
          + " says why. Of pools besides the own one.",
      "pool"),
  HANDED_OUT(
      Kind.COUNTER,
      "delaygate_gateway_handed_out_jobs_total",
      "Jobs of queues that callers were answered with."),
  HANDED_BACK(
      Kind.COUNTER,
      "delaygate_gateway_handed_back_jobs_total",
      "Jobs of queues that were taken, and given back as their caller had left."),
  QUEUE_CALLERS(
      Kind.GAUGE,
      "delaygate_gateway_queue_waiting_callers",
      "Who waits for jobs of a queue; who waits at several counts at each."),
  QUEUES_READ(
      Kind.GAUGE,
      "delaygate_gateway_queues_read",
      "Queues that somebody asks for at this gateway."),
  REPLIES_SKIPPED(
      Kind.COUNTER,
      "delaygate_gateway_replies_skipped_total",
      "Replies that nobody got; `reason` is foreign (another gateway's, or about another job), late or unreadable.",
      "reason"),
  BACKGROUND_FAILURES(
      Kind.COUNTER,
      "delaygate_background_failures_total",
      "Unexpected failures of tasks that run in the background; each runs again.",
      "task"),
  CERTIFICATE_EXPIRY(
      Kind.GAUGE,
      "delaygate_gateway_certificate_expiry_timestamp_seconds",
      "When the certificate of HTTPS is good no more; absent without HTTPS.");

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
