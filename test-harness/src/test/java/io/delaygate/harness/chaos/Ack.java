package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * How an acknowledged job wants to be treated, in the words of the contract.
 *
 * @param maxAttempts after so many it is dead
 */
record Ack(int maxAttempts, Lease lease, Backoff backoff, Letters letters) {
  private static final int MOST_ATTEMPTS = 4;

  /**
   * How long an attempt may take.
   *
   * @param fromReserve whether that begins only when a worker reserves the job
   */
  record Lease(long ms, boolean fromReserve) {}

  /**
   * How long after an attempt the next one comes.
   *
   * @param grows whether each wait is doubled
   * @param jitter up to which fraction of itself a wait is made longer
   */
  record Backoff(long initialMs, boolean grows, double jitter) {
    /** At least so long after the attempt of that number, counted from 1. */
    long leastMs(int attempt) {
      return grows ? initialMs << (attempt - 1) : initialMs;
    }

    String kind() {
      return grows ? "exponential" : "fixed";
    }

    long mostMs(int attempt) {
      return (long) Math.ceil(leastMs(attempt) * (1 + jitter));
    }
  }

  /**
   * What is to become of the job when it dies.
   *
   * @param own whether its dead letter goes to {@link Rig#CLIENT_LETTERS}
   * @param onExpiry whether it leaves one when it expires
   */
  record Letters(boolean own, boolean onExpiry) {}

  /** Small ones: an attempt that is left alone is over after some seconds. */
  static Ack random(Random random) {
    return new Ack(
        1 + random.nextInt(MOST_ATTEMPTS),
        new Lease(1_000 + random.nextInt(2_000), random.nextInt(3) == 0),
        new Backoff(
            100 + random.nextInt(900), random.nextBoolean(), random.nextBoolean() ? 0.0 : 0.5),
        new Letters(random.nextInt(4) == 0, random.nextBoolean()));
  }

  /** As control headers. */
  Map<String, String> headers() {
    var headers = new LinkedHashMap<String, String>();
    headers.put("delay-ack", "true");
    headers.put("delay-max-attempts", Integer.toString(maxAttempts));
    headers.put("delay-lease-ms", Long.toString(lease.ms()));
    headers.put("delay-lease-start", leaseStart());
    headers.put("delay-backoff", backoff.kind());
    headers.put("delay-backoff-initial-ms", Long.toString(backoff.initialMs()));
    headers.put("delay-backoff-jitter", Double.toString(backoff.jitter()));
    headers.put("delay-on-expiry", onExpiry());
    if (letters.own()) {
      headers.put("delay-dead-letter-topic", Rig.CLIENT_LETTERS);
    }
    return headers;
  }

  String leaseStart() {
    return lease.fromReserve() ? "reserve" : "delivery";
  }

  String onExpiry() {
    return letters.onExpiry() ? "dead-letter" : "drop";
  }

  /** Null for a command that says nothing of that kind. */
  static @Nullable Ack of(ConsumerRecord<byte[], byte[]> command) {
    if (!"true".equals(header(command, "delay-ack"))) {
      return null;
    }
    return new Ack(
        Integer.parseInt(text(command, "delay-max-attempts")),
        new Lease(
            Long.parseLong(text(command, "delay-lease-ms")),
            text(command, "delay-lease-start").equals("reserve")),
        new Backoff(
            Long.parseLong(text(command, "delay-backoff-initial-ms")),
            text(command, "delay-backoff").equals("exponential"),
            Double.parseDouble(text(command, "delay-backoff-jitter"))),
        new Letters(
            header(command, "delay-dead-letter-topic") != null,
            text(command, "delay-on-expiry").equals("dead-letter")));
  }

  private static String text(ConsumerRecord<byte[], byte[]> command, String name) {
    return String.valueOf(header(command, name));
  }
}
