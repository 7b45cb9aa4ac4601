package io.delaygate.schemas.contract;

/**
 * Reason code of a rejected command or an undelivered job: the same code in {@code delay-reason} of
 * a dead letter and in {@code reason} of an HTTP problem.
 */
public enum ReasonCode {
  ID_MISSING("the operation needs a job id, and the record has neither a key nor `delay-id`"),
  ID_INVALID(
      "the job id is empty, longer than 255 bytes, not UTF-8, or begins with '~'; or the record"
          + " key contains a zero byte, and `delay-id` is missing"),
  OP_UNKNOWN("the value of `delay-op` is not a valid operation"),
  HEADER_UNKNOWN(
      "a header is named `delay` or begins with `delay-`, in upper or lower case and with `_` or"
          + " `.` for `-`, and is not part of the contract; the text names the one that was"
          + " probably meant"),
  HEADER_NAME_INVALID(
      "the name of a header is not UTF-8 or contains U+FFFD, and cannot be delivered unchanged"),
  HEADER_MISSING("the operation, or a job of a queue, needs a control header that is missing"),
  HEADER_MISPLACED("a control header does not apply to the operation"),
  HEADER_DUPLICATE("a control header was given more than once"),
  HEADER_INVALID("the value of a control header is not valid"),
  HEADERS_TOO_LARGE("the headers together exceed 64 KiB"),
  TIME_MISSING("no time header was given"),
  TIME_AMBIGUOUS("more than one time header was given"),
  TIME_INVALID(
      "the time is not valid, is negative, or is an absolute time before 2001 or after 9999; the"
          + " text says what was probably meant"),
  TIME_OUT_OF_RANGE("the due time lies more than 10 years ahead"),
  TARGET_MISSING("neither `delay-target-topic` nor `delay-target-endpoint` was given"),
  TARGET_INVALID(
      "the target is not a valid topic name, or not a valid name or path of an endpoint; over"
          + " HTTP: or not a valid URL"),
  TARGET_AMBIGUOUS("more than one of a topic, an endpoint and, over HTTP, a URL was given"),
  TARGET_FORBIDDEN(
      "the target is one of Delaygate's own or Kafka's internal topics, or denied by setting; or"
          + " the dead-letter topic is a queue"),
  TARGET_UNKNOWN("the target topic does not exist"),
  ENDPOINT_UNKNOWN(
      "the endpoint does not exist in the namespace of the job; over HTTP: or none takes its URL"),
  TARGET_PARTITION_UNKNOWN("the target topic does not have the partition"),
  TARGET_KEY_REQUIRED("the target topic is compacted and requires a key"),
  TARGET_UNWRITABLE("the scheduler may not write to the target topic"),
  TARGET_NO_LEADER("the target partition has no leader now"),
  TARGET_REPLICAS_TOO_FEW(
      "the target partition has fewer replicas in sync than its `min.insync.replicas`"),
  TARGET_TIMESTAMP_REFUSED(
      "the target refuses the time of delivery as the record's timestamp; check its"
          + " `message.timestamp.*` settings and the clocks"),
  TARGET_REFUSED("a broker refused the record; the text quotes the broker's error"),
  TARGET_TIMED_OUT("a broker did not confirm a record of the target partition in time"),
  TARGET_UNCHECKED(
      "the brokers have not reported yet whether the target can take the record; over HTTP: try"
          + " again after `Retry-After` seconds"),
  TARGET_PAUSED("an operator paused the target, or its rate limit is used up"),
  EARLIER_JOB_UNFINISHED(
      "an earlier job with the same tag in its id and the same target is not finished"),
  TARGET_FULL("the target has as many pending jobs as `target.pending.max.jobs` allows"),
  TARGET_UNAVAILABLE("the target took no records for `target.park.max.ms` after the due time"),
  REPLY_INVALID("the reply headers are incomplete or not valid"),
  REPLY_FORBIDDEN(
      "the reply topic is one of Delaygate's own or Kafka's internal topics, or denied by setting"),
  REPLY_UNKNOWN("the reply topic does not exist, or does not have the partition"),
  JOB_EXISTS("`delay-if-exists: reject`, and the id is pending, dead or in history"),
  RECORD_TOO_LARGE("the record is larger than Delaygate or its target accepts"),
  RESULT_TOO_LARGE("the result of a finished job is larger than 1 KiB"),
  ATTEMPTS_EXHAUSTED("an acknowledged job used up its attempts and was not finished"),
  BURIED("a worker buried the job"),
  EXPIRED("the job was not delivered, or not finished, before its expiry"),
  REQUEST_INVALID("HTTP: the request line, headers or URI are malformed"),
  BODY_INVALID("HTTP: the body is not the JSON that the call expects"),
  BODY_TOO_LARGE("HTTP: the body exceeds `http.max.body.bytes`"),
  BODY_TOO_SLOW("HTTP: the body arrived more slowly than 16 KiB a second, pauses included"),
  FIELD_UNKNOWN("HTTP: the body has a field that the call does not know"),
  FIELD_MISSING("HTTP: the body lacks a field that the call needs"),
  FIELD_INVALID("HTTP: the value of a field is not valid"),
  MEDIA_TYPE_UNSUPPORTED("HTTP: the content type is not `application/json`"),
  PARAMETER_INVALID("HTTP: a query parameter or request header is not valid"),
  CURSOR_INVALID("HTTP: the cursor does not belong to this call and filter"),
  BATCH_TOO_LARGE("HTTP: more than 10,000 items in one call"),
  JOB_NOT_FOUND("HTTP: no pending or dead job has the id; it may have ended without delivery"),
  ALREADY_DELIVERED("HTTP: the job was delivered, or finished, before"),
  VERSION_STALE(
      "HTTP: the job does not have the version that `If-Match` names, or no attempt is left"),
  LEASE_STALE("HTTP: the caller no longer holds the attempt, or never did"),
  NOT_DEAD("HTTP: the job is not a dead letter"),
  NO_ANSWER("HTTP: the command is stored and will be carried out; its outcome is not known yet"),
  QUERY_UNAVAILABLE("HTTP: no scheduler can answer for the job's partition now"),
  TOKEN_MISSING("HTTP: the call has no token; send `Authorization: Bearer TOKEN`"),
  TOKEN_INVALID("HTTP: the token is unknown, or was revoked"),
  ROLE_INSUFFICIENT("HTTP: the token's role does not allow the call"),
  HOST_FORBIDDEN(
      "HTTP: the port asks for no token and does not accept the host name of the call; see"
          + " `http.hosts`"),
  ORIGIN_FORBIDDEN("HTTP: the port asks for no token, and a page of another site sent the call"),
  NAMESPACE_NOT_FOUND("HTTP: the namespace does not exist, or the caller may not act in it"),
  TOKEN_NOT_FOUND("HTTP: the token does not exist in the namespace"),
  ENDPOINT_NOT_FOUND("HTTP: the endpoint does not exist in the namespace"),
  OPERATION_NOT_FOUND("HTTP: the operation does not exist in the namespace, or is no longer kept"),
  OPERATION_ENDED("HTTP: the operation has ended or was aborted, and cannot be changed"),
  ENDPOINT_UNUSABLE(
      "HTTP: endpoints are off (`endpoints.key.file`), or the keys of that file do not open the"
          + " endpoint's secrets"),
  ENDPOINT_OVERLAPS(
      "HTTP: another endpoint of the namespace takes the URLs of jobs of this scheme, host and port"),
  TOO_MANY(
      "HTTP: the largest number of namespaces, or of tokens, queues or endpoints of a namespace, is"
          + " reached"),
  QUEUE_EMPTY("HTTP: the queue has no job in the requested state"),
  LIMIT_EXCEEDED(
      "HTTP: a limit of the namespace or its token is exceeded; try again after `Retry-After`"
          + " seconds"),
  NOT_FOUND("HTTP: the path does not exist"),
  METHOD_NOT_ALLOWED("HTTP: the path does not support the method"),
  OVERLOADED("HTTP: too many calls or bytes are in flight; try again after `Retry-After` seconds"),
  UNAVAILABLE("HTTP: Kafka did not acknowledge the command in time; it may or may not be stored"),
  INTERNAL(
      "HTTP: an unexpected failure; the gateway's log has its cause under the problem's"
          + " `instance`");

  private final String doc;

  ReasonCode(String doc) {
    this.doc = doc;
  }

  /** One line for the README's table. */
  public String doc() {
    return doc;
  }
}
