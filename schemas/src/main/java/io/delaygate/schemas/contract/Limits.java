package io.delaygate.schemas.contract;

import java.time.Duration;

/** Fixed limits of the contract, each with its reason. */
public final class Limits {
  /** Longest job id in UTF-8 bytes: fits one length byte in the store and any peer's column. */
  public static final int ID_BYTES = 255;

  /** All header names and values of a command together; Kafka itself has no limit. */
  public static final int HEADER_BYTES = 64 * 1024;

  /** Farthest due time from now: beyond any business delay, and a guard against unit mistakes. */
  public static final Duration DELAY = Duration.ofDays(3652);

  /**
   * Largest payload that is accepted whatever else a command contains, within {@link
   * #RECORD_BYTES}: as much as clients of lmstfy may send.
   */
  public static final int PAYLOAD_BYTES = 1024 * 1024;

  /**
   * Key, value and headers of an accepted command: the largest payload with an id, a target, trace
   * context and sixteen attributes, which take about 5 KiB. A producer with default settings sends
   * requests of at most 1 MiB, and so cannot send a payload of that size.
   */
  public static final int RECORD_BYTES = PAYLOAD_BYTES + 8 * 1024;

  /**
   * Bytes that our own topics accept above {@link #RECORD_BYTES}: a reschedule can join the value
   * of one record to the headers of another; the rest, 8 KiB, is for the reason headers of dead
   * letters and the fixed part of the job codec.
   */
  public static final int RECORD_OVERHEAD_BYTES = HEADER_BYTES + 8 * 1024;

  /** Bytes that a dead letter keeps of a record above {@link #RECORD_BYTES}. */
  public static final int OVERSIZE_KEPT_BYTES = 64 * 1024;

  /** Longest correlation id: fits any request id or trace context, and keeps replies small. */
  public static final int CORRELATION_ID_BYTES = 1024;

  private Limits() {}
}
