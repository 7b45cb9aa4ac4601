package io.delaygate.service.logging;

/**
 * Keys of our structured log lines. The table in the README is generated from here, and an
 * architecture test finds log calls with any other key.
 *
 * <p>There is no key for job ids, which are record keys, or for paths, which contain them; find a
 * call by its {@link #REQUEST_ID}.
 */
public enum LogKey {
  REQUEST_ID("requestId", "The HTTP call's `X-Request-Id`: the caller's, or the one it was given"),
  TRACE_ID("traceId", "Of the call's `traceparent`, 32 hex digits; absent without a valid one"),
  METHOD("method", "HTTP method of a route"),
  ROUTE("route", "Path of a route, with names in place of ids; `unmatched` where none was reached"),
  STATUS("status", "HTTP status of an answer"),
  REASON("reason", "Reason code of a problem, a rejection or a dead letter"),
  INSTANCE("instance", "`instance` of the problem that the caller got"),
  TOOK_MS("tookMs", "How long it took, ms"),
  WHY("why", "What stands in the way, in words"),
  FAILURE("failure", "Type of what was thrown, with its message or where it was thrown"),
  DONE("done", "What was done, in words"),
  REMEDY("remedy", "What the operator can do"),
  TOPIC("topic", "Name of a topic"),
  TARGETS(
      "targets",
      "Decisions about targets, by their names: the first 20, and how many more there are"),
  NAMESPACES("namespaces", "How many namespaces there are besides the default one"),
  CALLERS("callers", "How many tokens there are that were made over HTTP"),
  PARTITION("partition", "Number of a partition"),
  PARTITIONS("partitions", "Topics and numbers of partitions"),
  TRANSACTIONAL_ID("transactionalId", "How a producer with transactions calls itself"),
  PRODUCER_ID("producerId", "Number that brokers gave to a producer"),
  OPEN_MS("openMs", "For how long a transaction is open, ms"),
  OFFSET("offset", "Offset of a record"),
  POSITION("position", "Offset up to which was read"),
  BEGIN("begin", "First offset that a partition holds now"),
  END("end", "Offset of a partition's next record"),
  TASK("task", "Name of a background task, and of its thread"),
  STEP("step", "Name of what is closed in a step of the stop"),
  FAILURES("failures", "How many failures of this kind since the last line about it"),
  COMMANDS("commands", "How many commands"),
  JOBS("jobs", "How many jobs"),
  HOST("host", "Address that is bound"),
  PORT("port", "Port of calls, metrics and health"),
  QUERY_PORT("queryPort", "Port on which gateways ask the scheduler"),
  SETTING("setting", "Name and value in force, secrets hidden"),
  FILES("files", "Paths of files or folders");

  private final String key;
  private final String doc;

  LogKey(String key, String doc) {
    this.key = key;
    this.doc = doc;
  }

  /** The key in log lines. */
  public String key() {
    return key;
  }

  /** One line of documentation. */
  public String doc() {
    return doc;
  }
}
