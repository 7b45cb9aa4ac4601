package io.delaygate.schemas.contract;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The control headers of a record on {@code delay-requests}. Values are UTF-8 text unless said
 * otherwise. A header that begins with {@value #PREFIX} and is not listed here is refused, so that
 * a typo never silently changes a delivery.
 */
public enum DelayHeader {
  OP("delay-op", ops(Op.values()), "what to do; `schedule` when absent"),
  DUE_MS("delay-due-ms", timed(), "due time, epoch milliseconds"),
  DUE("delay-due", timed(), "due time, ISO-8601 with offset: `2030-01-31T08:00:00+01:00`"),
  DELAY_MS("delay-ms", timed(), "delay after the record's timestamp, milliseconds"),
  DELAY("delay", timed(), "delay after the record's timestamp: `PT30M`, or `30s` `15m` `2h` `7d`"),
  TARGET_TOPIC("delay-target-topic", schedule(), "where the job is delivered; required"),
  TARGET_KEY(
      "delay-target-key", schedule(), "key of the delivered record (bytes); the id when absent"),
  TARGET_PARTITION("delay-target-partition", schedule(), "partition of the delivered record"),
  IF_EXISTS(
      "delay-if-exists",
      schedule(),
      "what becomes of a known id: `replace` (default: a pending job is replaced, a delivered id"
          + " starts a new job), `ignore` or `reject` (both look at history too)"),
  PRIORITY(
      "delay-priority",
      schedule(),
      "`0` (first) to `9` (last), default `5`: order among jobs that are due in the same"
          + " millisecond"),
  EXPIRES_MS("delay-expires-ms", schedule(), "do not deliver later than this, epoch milliseconds"),
  TTL_MS("delay-ttl-ms", schedule(), "the same, in milliseconds after the record's timestamp"),
  IF_VERSION(
      "delay-if-version",
      ops(Op.CANCEL, Op.RESCHEDULE, Op.FIRE),
      "only if the job still has this version; else the outcome is `STALE`"),
  REPLY_TOPIC("delay-reply-topic", ops(Op.values()), "where the outcome goes; none when absent"),
  REPLY_PARTITION(
      "delay-reply-partition", ops(Op.values()), "partition of the outcome; by the id when absent"),
  CORRELATION_ID(
      "delay-correlation-id", ops(Op.values()), "returned with the outcome (bytes, at most 1 KiB)"),
  ACK("delay-ack"),
  MAX_ATTEMPTS("delay-max-attempts"),
  LEASE_MS("delay-lease-ms"),
  BACKOFF("delay-backoff"),
  BACKOFF_INITIAL_MS("delay-backoff-initial-ms"),
  BACKOFF_MAX_MS("delay-backoff-max-ms"),
  BACKOFF_JITTER("delay-backoff-jitter"),
  ATTEMPT("delay-attempt"),
  LEASE("delay-lease");

  /** What every control header begins with; other headers belong to the caller. */
  public static final String PREFIX = "delay-";

  /** What headers on delivered records begin with; ignored on input and never forwarded. */
  public static final String JOB_PREFIX = "delay-job-";

  /** On a delivered record: the job id, UTF-8. */
  public static final String JOB_ID = "delay-job-id";

  /** On a delivered record: the due time, epoch milliseconds as text. */
  public static final String JOB_DUE_MS = "delay-job-due-ms";

  private static final Map<String, DelayHeader> BY_NAME =
      Arrays.stream(values())
          .collect(Collectors.toMap(DelayHeader::headerName, Function.identity()));

  private final String headerName;
  private final Set<Op> ops;
  private final String doc;

  DelayHeader(String headerName) {
    this(headerName, EnumSet.noneOf(Op.class), "reserved: refused by this version");
  }

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

  /** Whether this version understands the header at all. */
  public boolean supported() {
    return !ops.isEmpty();
  }

  /** Whether the header means something on the given operation; else it is refused there. */
  public boolean appliesTo(Op op) {
    return ops.contains(op);
  }

  /** Whether the header says when the job is due. */
  public boolean isTime() {
    return this == DUE_MS || this == DUE || this == DELAY_MS || this == DELAY;
  }

  /** The control header of that name; empty for a caller's own header or an unknown one. */
  public static Optional<DelayHeader> byName(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /**
   * Whether a header of that name is one of ours, known or not. {@code delay} alone is the one
   * control header without the dash.
   */
  public static boolean isControl(String name) {
    return name.startsWith(PREFIX) || name.equals(DELAY.headerName);
  }

  private static Set<Op> ops(Op... ops) {
    return EnumSet.copyOf(Arrays.asList(ops));
  }

  private static Set<Op> schedule() {
    return EnumSet.of(Op.SCHEDULE);
  }

  private static Set<Op> timed() {
    return EnumSet.of(Op.SCHEDULE, Op.RESCHEDULE);
  }
}
