package io.delaygate.schemas.contract;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Control headers of a record on {@code delay-requests}. Values are UTF-8 text unless said
 * otherwise. A header that begins with {@value #PREFIX}, in any spelling, and is not listed here is
 * refused, so that a typo never silently changes a delivery.
 */
public enum DelayHeader {
  OP("delay-op", ops(Op.values()), "what to do; `schedule` when absent"),
  ID(
      "delay-id",
      ops(Op.values()),
      "id of the job; the record key when absent. Needed if the key is not text or should not be"
          + " the id, see [ids](#ids)"),
  DUE_MS("delay-due-ms", timed(), "due time, epoch milliseconds"),
  DUE(
      "delay-due",
      timed(),
      "due time, ISO-8601 with offset or [zone](#times): `2030-01-31T08:00:00+01:00`,"
          + " `2030-01-31T08:00[Europe/Berlin]`"),
  DELAY_MS("delay-ms", timed(), "delay after the record's timestamp, milliseconds"),
  DELAY("delay", timed(), "delay after the record's timestamp: `PT30M`, or `30s` `15m` `2h` `7d`"),
  TARGET_TOPIC(
      "delay-target-topic",
      targeted(),
      "topic to which the job is delivered; a schedule requires it or `delay-target-endpoint`. On"
          + " `reschedule` the job moves there"),
  TARGET_KEY(
      "delay-target-key",
      targeted(),
      "key of the delivered record (bytes); the key of the command's record when absent"),
  TARGET_PARTITION("delay-target-partition", targeted(), "partition of the delivered record"),
  TARGET_ENDPOINT(
      "delay-target-endpoint",
      targeted(),
      "HTTP endpoint that is called when the job is due, of the namespace of the job's id; in place"
          + " of `delay-target-topic`"),
  TARGET_PATH(
      "delay-target-path",
      targeted(),
      "path that is appended to the endpoint's URL, with a query if needed: `/timeouts?a=b`; at"
          + " most 1,024 bytes, valid in a URL"),
  IF_EXISTS(
      "delay-if-exists",
      schedule(),
      "what to do with a known id: `replace` (default: a pending job is replaced, a delivered id"
          + " starts a new job), `ignore` or `reject` (both look at history too)"),
  PRIORITY(
      "delay-priority",
      schedule(),
      "`0` (first) to `9` (last), default `5`: order among jobs that are due in the same"
          + " millisecond, or overdue together; in a queue, among all that are ready"),
  EXPIRES_MS("delay-expires-ms", schedule(), "latest time of delivery, epoch milliseconds"),
  TTL_MS(
      "delay-ttl-ms",
      ops(Op.SCHEDULE, Op.KICK),
      "latest time of delivery, milliseconds after the record's timestamp"),
  ON_EXPIRY(
      "delay-on-expiry",
      schedule(),
      "what to do with an expired job: `drop` (default) or `dead-letter`"),
  DEAD_LETTER_TOPIC(
      "delay-dead-letter-topic",
      schedule(),
      "topic of the job's dead letter; `delay-dead-letters` when absent"),
  IF_VERSION(
      "delay-if-version",
      ops(Op.CANCEL, Op.RESCHEDULE, Op.FIRE, Op.KICK, Op.DISCARD),
      "only if the job still has this version; else the outcome is `STALE`"),
  REPLY_TOPIC(
      "delay-reply-topic",
      ops(Op.values()),
      "topic of the outcome; no outcome is sent when absent"),
  REPLY_PARTITION(
      "delay-reply-partition", ops(Op.values()), "partition of the outcome; by the id when absent"),
  CORRELATION_ID(
      "delay-correlation-id", ops(Op.values()), "returned with the outcome (bytes, at most 1 KiB)"),
  ACK(
      "delay-ack",
      schedule(),
      "`true`: a worker must confirm the delivery, see [acknowledged jobs](#acknowledged-jobs);"
          + " `false`: no confirmation, whatever the target's defaults are"),
  MAX_ATTEMPTS(
      "delay-max-attempts",
      ops(Op.SCHEDULE, Op.KICK),
      "most attempts of an acknowledged job: `1` to `65535`, default `5`; `0` is without a limit;"
          + " on `kick` in place of the job's own number"),
  LEASE_MS(
      "delay-lease-ms",
      ops(Op.SCHEDULE, Op.RESERVE, Op.EXTEND),
      "how long an attempt may take, milliseconds, up to seven days, default `60000`; on `reserve`"
          + " and `extend` counted from now on, in place of the job's own lease"),
  LEASE_START(
      "delay-lease-start", schedule(), "when the lease begins: `delivery` (default) or `reserve`"),
  BACKOFF("delay-backoff", schedule(), "`fixed`, or `exponential` (default): each wait doubled"),
  BACKOFF_INITIAL_MS(
      "delay-backoff-initial-ms",
      schedule(),
      "wait after the first attempt, milliseconds, default `1000`"),
  BACKOFF_MAX_MS(
      "delay-backoff-max-ms", schedule(), "longest wait, milliseconds, default `3600000`"),
  BACKOFF_JITTER(
      "delay-backoff-jitter",
      schedule(),
      "largest fraction of itself by which a wait is lengthened at random, default `0.2`"),
  LEASE(
      "delay-lease",
      feedback(),
      "required: the `delay-job-lease` of the delivered record, or the lease in the outcome of"
          + " `reserve`"),
  ATTEMPT("delay-attempt", feedback(), "number of the attempt; any when absent"),
  ATTEMPT_UNUSED(
      "delay-attempt-unused",
      ops(Op.RELEASE),
      "`true`: the worker that reserved the attempt never started it; the job is due at once, and"
          + " the attempt does not count. Not with a time or `delay-failure`"),
  FAILURE(
      "delay-failure",
      ops(Op.RELEASE, Op.BURY),
      "text of the failure; the first 256 bytes are kept"),
  NOTE(
      "delay-note",
      ops(Op.FINISH),
      "note of the worker on the attempt that succeeded; the first 256 bytes are kept in the"
          + " attempt log");

  /** Prefix of every control header; other headers belong to the caller. */
  public static final String PREFIX = "delay-";

  /** Prefix of our headers on delivered records; ignored on input and never forwarded. */
  public static final String JOB_PREFIX = "delay-job-";

  /** On a dead letter: the reason code. */
  public static final String REASON = "delay-reason";

  /** On a dead letter: the reason in words. */
  public static final String REASON_TEXT = "delay-reason-text";

  /** Prefix of headers on dead letters that say more of the reason; ignored on input. */
  private static final String REASON_PREFIX = "delay-reason-";

  /** Prefix of headers on rejected commands that say where the command lay; ignored on input. */
  public static final String SOURCE_PREFIX = "delay-source-";

  /** On a delivered record: the job id, UTF-8. */
  public static final String JOB_ID = "delay-job-id";

  /** On a delivered record: the due time, epoch milliseconds as text. */
  public static final String JOB_DUE_MS = "delay-job-due-ms";

  /** On a record of an acknowledged job: number of the attempt, from 1. */
  public static final String JOB_ATTEMPT = "delay-job-attempt";

  /** On a record of an acknowledged job: the value to send back as {@link #LEASE}. */
  public static final String JOB_LEASE = "delay-job-lease";

  /** On a record of an acknowledged job: when its first attempt was delivered, epoch ms as text. */
  public static final String JOB_FIRST_DELIVERED_MS = "delay-job-first-delivered-ms";

  /** On a record of an acknowledged job: text of the last reported failure. */
  public static final String JOB_LAST_FAILURE = "delay-job-last-failure";

  /**
   * On a command of a gateway: its caller, and a proof of it. Behind {@link #JOB_PREFIX}, so that
   * schedulers of every version ignore it and forward it to nobody.
   */
  public static final String JOB_SENT_BY = "delay-job-sent-by";

  /** On an event: the actor of the change. */
  public static final String JOB_ACTOR = "delay-job-actor";

  /** On an event: the instance of the scheduler that wrote it. */
  public static final String JOB_INSTANCE = "delay-job-instance";

  /** On a rejected command that a gateway sent: the caller of the gateway. */
  public static final String SOURCE_ACTOR = SOURCE_PREFIX + "actor";

  private static final Map<String, DelayHeader> BY_NAME =
      Arrays.stream(values())
          .collect(Collectors.toMap(DelayHeader::headerName, Function.identity()));

  private final String headerName;
  private final Set<Op> ops;
  private final String doc;

  DelayHeader(String headerName, Set<Op> ops, String doc) {
    this.headerName = headerName;
    this.ops = ops;
    this.doc = doc;
  }

  /** The name on the wire. */
  public String headerName() {
    return headerName;
  }

  /** One line for the README's table. */
  public String doc() {
    return doc;
  }

  /** Whether the header applies to the given operation; otherwise it is refused there. */
  public boolean appliesTo(Op op) {
    return ops.contains(op);
  }

  /** Whether the header sets the due time. */
  public boolean isTime() {
    return this == DUE_MS || this == DUE || this == DELAY_MS || this == DELAY;
  }

  /** The control header of that name; empty for a caller's own header or an unknown one. */
  public static Optional<DelayHeader> byName(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /**
   * Whether the name is that of a control header, known or not. {@code delay} is the only one
   * without the dash.
   */
  public static boolean isControl(String name) {
    return name.startsWith(PREFIX) || name.equals(DELAY.headerName);
  }

  /**
   * Whether only Delaygate writes the header, to delivered records and dead letters. It is ignored
   * on input, so that these records can be sent again as they are.
   */
  public static boolean isOutput(String name) {
    return name.startsWith(JOB_PREFIX) || isOfLetter(name);
  }

  /** Whether the header says why and whence a dead letter came. */
  public static boolean isOfLetter(String name) {
    return name.equals(REASON) || name.startsWith(REASON_PREFIX) || name.startsWith(SOURCE_PREFIX);
  }

  private static Set<Op> ops(Op... ops) {
    return EnumSet.copyOf(Arrays.asList(ops));
  }

  private static Set<Op> schedule() {
    return EnumSet.of(Op.SCHEDULE);
  }

  private static Set<Op> targeted() {
    return EnumSet.of(Op.SCHEDULE, Op.RESCHEDULE);
  }

  private static Set<Op> timed() {
    return EnumSet.of(Op.SCHEDULE, Op.RESCHEDULE, Op.KICK, Op.RELEASE);
  }

  private static Set<Op> feedback() {
    return EnumSet.of(Op.RESERVE, Op.FINISH, Op.RELEASE, Op.EXTEND, Op.BURY);
  }
}
