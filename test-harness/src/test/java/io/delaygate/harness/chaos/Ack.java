package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Policy of an acknowledged job, in terms of the contract.
 *
 * @param maxAttempts number of attempts after which the job is dead
 */
record Ack(int maxAttempts, Lease lease, Backoff backoff, Letters letters) {
  private static final int MOST_ATTEMPTS = 4;

  /**
   * Lease of an attempt.
   *
   * @param fromReserve whether the lease begins only when a worker reserves the job
   */
  record Lease(long ms, boolean fromReserve) {}

  /**
   * Wait between an attempt and the next one.
   *
   * @param grows whether the wait is doubled each time
   * @param jitter greatest fraction of itself by which a wait is extended
   */
  record Backoff(long initialMs, boolean grows, double jitter) {
    /** Least wait after the attempt with this number, counted from 1. */
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
   * Dead letters of the job.
   *
   * @param own whether its dead letter goes to {@link Rig#CLIENT_LETTERS}
   * @param onExpiry whether an expiry leaves a dead letter
   */
  record Letters(boolean own, boolean onExpiry) {}

  /** A random policy with short times: an attempt without an answer is over after some seconds. */
  static Ack random(Random random) {
    return new Ack(
        1 + random.nextInt(MOST_ATTEMPTS),
        new Lease(1_000 + random.nextInt(2_000), random.nextInt(3) == 0),
        new Backoff(
            100 + random.nextInt(900), random.nextBoolean(), random.nextBoolean() ? 0.0 : 0.5),
        new Letters(random.nextInt(4) == 0, random.nextBoolean()));
  }

  /** The policy as control headers. */
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

  /** The policy of a command; null if it has none. */
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
