package io.delaygate.service.logging;

/**
 * Keys of our structured log lines. The table in the README is generated from here, and an
 * architecture test finds log calls with any other key.
 *
 * <p>There is no key for job ids, which are record keys, or for paths, which contain them; find a
 * call by its {@link #REQUEST_ID}.
 */
public enum LogKey {
  REQUEST_ID("requestId", "`X-Request-Id` of the HTTP call: the caller's, or a generated one"),
  TRACE_ID(
      "traceId", "Trace id of the call's `traceparent`, 32 hex digits; absent without a valid one"),
  METHOD("method", "HTTP method of a route"),
  ROUTE("route", "Path of a route, with names in place of ids; `unmatched` if no route matched"),
  STATUS("status", "HTTP status of an answer"),
  REASON("reason", "Reason code of a problem, a rejection or a dead letter"),
  INSTANCE("instance", "`instance` of the problem that the caller got"),
  ACTOR("actor", "Caller of the gateway: the name of its token, `name@namespace` or `anonymous`"),
  NAMESPACE("namespace", "Namespace that a call acted in"),
  REMOTE("remote", "Address that a call came from: the caller's, or that of its proxy"),
  OBJECT("object", "Names in the path of a call: of a topic, queue, endpoint, namespace or token"),
  CHANGE("change", "Change of many jobs, in one word"),
  FILTER("filter", "Jobs that a call asked to change: a filter, or the number of ids"),
  COUNTS("counts", "Numbers of jobs by the outcome of their change, and whether that was all"),
  TOOK_MS("tookMs", "Duration, ms"),
  WHY("why", "Obstacle or reason, in words"),
  FAILURE("failure", "Type of the exception, with its message or the place where it was thrown"),
  DONE("done", "Action that was taken, in words"),
  REMEDY("remedy", "Action that the operator can take"),
  TOPIC("topic", "Name of a topic"),
  TARGETS(
      "targets",
      "Decisions about targets, by their names: the first 20, and the number of the others"),
  NAMESPACES("namespaces", "Number of namespaces besides the default one"),
  CALLERS("callers", "Number of tokens that were made over HTTP"),
  OPERATION("operation", "Id of an operation on many jobs"),
  ENDPOINTS("endpoints", "Number of HTTP endpoints"),
  PARTITION("partition", "Number of a partition"),
  PARTITIONS("partitions", "Topics and numbers of partitions"),
  TRANSACTIONAL_ID("transactionalId", "Transactional id of a producer"),
  PRODUCER_ID("producerId", "Id that the brokers gave to a producer"),
  OPEN_MS("openMs", "Age of an open transaction, ms"),
  OFFSET("offset", "Offset of a record"),
  POSITION("position", "Offset up to which a partition was read"),
  BEGIN("begin", "First offset that a partition holds now"),
  END("end", "Offset of a partition's next record"),
  TASK("task", "Name of a background task, and of its thread"),
  STEP("step", "Name of the resource that a step of the stop closes"),
  FAILURES("failures", "Number of failures of this kind since the last line about it"),
  COMMANDS("commands", "Number of commands"),
  JOBS("jobs", "Number of jobs"),
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
