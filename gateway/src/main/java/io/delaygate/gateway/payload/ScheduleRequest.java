package io.delaygate.gateway.payload;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.TimeBounds;
import io.delaygate.schemas.command.TimeText;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Request to schedule a job: the JSON body as headers and value of a command. Names and types are
 * checked here. The contract's parser checks the values, so that HTTP and Kafka have the same
 * rules.
 *
 * @param id the caller's id; null when the body has none
 * @param headers control headers, then the caller's in their order
 * @param value the payload
 * @param names the field names of this body
 */
public record ScheduleRequest(
    @Nullable String id, List<Header> headers, byte @Nullable [] value, FieldNames names) {
  /**
   * Header of a job's record with the address of the caller that waits for its result. Calls add
   * it; bodies may not name it.
   */
  public static final String REPLY_TO = "delaygate-reply-to";

  /** Fields of every job. */
  private static final Set<String> FIELDS =
      Set.of(
          "id",
          "headers",
          "valueBase64",
          "delay",
          "delayMs",
          "due",
          "dueMs",
          "priority",
          "expires",
          "expiresMs",
          "ttlMs",
          "ifExists",
          "onExpiry",
          "deadLetterTopic",
          "ack");

  private static final Set<String> TIMES = Set.of("delay", "delayMs", "due", "dueMs");

  /**
   * Converts a body; ends the call with a problem where names or types are wrong.
   *
   * @param urls of the namespace of the call
   */
  public static ScheduleRequest of(JobBody body, JobUrls.OfNamespace urls) {
    var fields = new FieldReader(body.fields(), "");
    fields.refuseUnknown(and(FIELDS, Set.of(CommandHeaders.TARGET)));
    var headers = scheduling();
    headers.addTarget(fields, urls);
    PolicyFields.add(headers, fields);
    return of(body, fields, headers);
  }

  /**
   * Queue of a job.
   *
   * @param topic its target
   * @param leaseMs length of the lease of jobs that do not say it, milliseconds
   */
  public record OfQueue(String topic, long leaseMs) {}

  /** The function that converts the body of a job of a queue. */
  public static Function<JobBody, ScheduleRequest> ofQueue(OfQueue queue) {
    return body -> ofQueue(body, queue, Set.of());
  }

  /**
   * Converts the body of a job of a queue: the path names the target.
   *
   * @param others fields of the call beside those of a job
   */
  public static ScheduleRequest ofQueue(JobBody body, OfQueue queue, Set<String> others) {
    var fields = new FieldReader(body.fields(), "");
    fields.refuseUnknown(and(FIELDS, others));
    var headers = scheduling();
    headers.add(DelayHeader.TARGET_TOPIC, queue.topic());
    if (TIMES.stream().noneMatch(fields::has)) {
      headers.add(DelayHeader.DELAY_MS, "0");
    }
    PolicyFields.addOfQueue(headers, fields, queue.leaseMs());
    return of(body, fields, headers);
  }

  /**
   * Converts a job of a queue whose call is not JSON. Its attempts follow without a backoff.
   *
   * @param ttlMs after which it is dropped, from when it is stored; 0 for never
   */
  public static ScheduleRequest ofQueue(
      String topic, long delayMs, long ttlMs, int attempts, byte[] value) {
    var headers = scheduling();
    headers.add(DelayHeader.TARGET_TOPIC, topic);
    headers.add(DelayHeader.DELAY_MS, Long.toString(delayMs));
    headers.add(DelayHeader.TTL_MS, ttlMs == 0 ? null : Long.toString(ttlMs));
    PolicyFields.addOfQueue(headers, attempts);
    return new ScheduleRequest(null, headers.list(), value, FieldNames.PLAIN);
  }

  private static CommandHeaders scheduling() {
    var headers = new CommandHeaders();
    headers.add(DelayHeader.OP, Op.SCHEDULE.text());
    return headers;
  }

  private static ScheduleRequest of(JobBody body, FieldReader fields, CommandHeaders headers) {
    headers.addTimes(fields);
    headers.add(DelayHeader.IF_EXISTS, fields.text("ifExists"));
    var names = addExpiry(headers, fields);
    headers.addForeign(fields);
    return new ScheduleRequest(
        fields.text("id"), headers.list(), CommandHeaders.value(body, fields), names);
  }

  /** The same request with the trace headers of its call, which are validated and counted, too. */
  public ScheduleRequest with(CallTrace call) {
    return with(call.onto(headers));
  }

  /** The same request with other headers. */
  public ScheduleRequest with(List<Header> headers) {
    return new ScheduleRequest(id, headers, value, names);
  }

  /** The same request with that time to live, if it has no expiry. */
  public ScheduleRequest expiringIn(Duration time) {
    var hasEnd =
        CommandHeaders.text(headers, DelayHeader.TTL_MS) != null
            || CommandHeaders.text(headers, DelayHeader.EXPIRES_MS) != null;
    var all = new CommandHeaders(headers);
    all.add(DelayHeader.TTL_MS, hasEnd ? null : Long.toString(time.toMillis()));
    return with(all.list());
  }

  /** The same request with an id. */
  public ScheduleRequest named(String name) {
    return new ScheduleRequest(name, headers, value, names);
  }

  private static Set<String> and(Set<String> some, Set<String> others) {
    var all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }

  /** The action for a known id, as text; null when the body does not have it. */
  public @Nullable String ifExists() {
    return CommandHeaders.text(headers, DelayHeader.IF_EXISTS);
  }

  /** The header of the expiry has two fields here: as text and as a number. */
  private static FieldNames addExpiry(CommandHeaders headers, FieldReader fields) {
    var iso = fields.text("expires");
    var millis = fields.number("expiresMs");
    if (iso != null && millis != null) {
      throw ProblemException.at(
          "expiresMs",
          ReasonCode.TIME_AMBIGUOUS,
          "'expires' and 'expiresMs' cannot be given together; use one of them");
    }
    headers.add(DelayHeader.EXPIRES_MS, iso == null ? millis : epochMillis(iso));
    headers.add(DelayHeader.TTL_MS, fields.number("ttlMs"));
    return FieldNames.ofJob(iso == null ? "expiresMs" : "expires");
  }

  /** Rounded down: never delivered later than this. */
  private static String epochMillis(String iso) {
    try {
      var ms = TimeText.parse(iso).toEpochMilli();
      TimeBounds.fault(iso, ms, "ttlMs")
          .ifPresent(
              fault -> {
                throw invalidExpiry(fault);
              });
      return Long.toString(ms);
    } catch (DateTimeException unreadable) {
      throw invalidExpiry("'%s' is not a valid time: %s".formatted(iso, unreadable.getMessage()));
    }
  }

  private static ProblemException invalidExpiry(String detail) {
    return ProblemException.at("expires", ReasonCode.TIME_INVALID, detail);
  }
}
