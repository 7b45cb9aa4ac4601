package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;
import static io.delaygate.harness.broker.Reader.text;

import io.delaygate.harness.chaos.Operation.Claim;
import io.delaygate.harness.chaos.Operation.Verb;
import java.util.Locale;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Command in the topic of commands. Exactly these commands are carried out, in this order, whether
 * or not a client knows that its command was stored.
 *
 * @param storedMs time of the broker's clock, from which relative times count
 */
record Command(Place place, long storedMs, String id, Verb verb, Clauses clauses) {

  /**
   * Parts of a command besides id and verb.
   *
   * @param ifExists {@code replace}, {@code ignore} or {@code reject}
   * @param ifVersion 0 for any
   * @param time due time; null if there is none
   * @param cargo content of the delivery, as far as the command has it
   * @param asks whether the command needs an outcome
   * @param ack policy of an acknowledged job; null otherwise
   * @param claim attempt of a worker; null otherwise
   */
  record Clauses(
      String ifExists,
      long ifVersion,
      @Nullable Time time,
      Cargo cargo,
      boolean asks,
      @Nullable Ack ack,
      @Nullable Claim claim) {}

  /**
   * A time.
   *
   * @param ms epoch milliseconds, or milliseconds after the command was stored
   * @param ttlMs expiry, milliseconds after the command was stored; 0 for none
   */
  record Time(long ms, boolean absolute, long ttlMs) {}

  static Command of(ConsumerRecord<byte[], byte[]> record) {
    return new Command(
        new Place(record.partition(), record.offset()),
        record.timestamp(),
        String.valueOf(text(record.key())),
        verb(header(record, "delay-op")),
        new Clauses(
            or(header(record, "delay-if-exists"), "replace"),
            Long.parseLong(or(header(record, "delay-if-version"), "0")),
            time(record),
            Cargo.of(record, or(header(record, "delay-target-topic"), "")),
            header(record, "delay-reply-topic") != null,
            Ack.of(record),
            claim(record)));
  }

  private static @Nullable Claim claim(ConsumerRecord<byte[], byte[]> record) {
    var lease = header(record, "delay-lease");
    return lease == null
        ? null
        : new Claim(
            lease,
            Integer.parseInt(or(header(record, "delay-attempt"), "0")),
            Long.parseLong(or(header(record, "delay-lease-ms"), "0")));
  }

  private static Verb verb(@Nullable String op) {
    return op == null ? Verb.SCHEDULE : Verb.valueOf(op.toUpperCase(Locale.ROOT));
  }

  private static @Nullable Time time(ConsumerRecord<byte[], byte[]> record) {
    var ttlMs = Long.parseLong(or(header(record, "delay-ttl-ms"), "0"));
    var delay = header(record, "delay-ms");
    if (delay != null) {
      return new Time(Long.parseLong(delay), false, ttlMs);
    }
    var due = header(record, "delay-due-ms");
    return due == null ? null : new Time(Long.parseLong(due), true, ttlMs);
  }

  private static String or(@Nullable String text, String other) {
    return text == null ? other : text;
  }

  @Override
  public String toString() {
    return "%s %s%s%s%s%s%s"
        .formatted(
            place,
            verb,
            clauses.ifExists().equals("replace") ? "" : " if-exists " + clauses.ifExists(),
            clauses.ifVersion() == 0 ? "" : " if-version " + clauses.ifVersion(),
            clauses.time() == null ? "" : " " + clauses.time(),
            clauses.ack() == null ? "" : " " + clauses.ack(),
            clauses.claim() == null ? "" : " " + clauses.claim());
  }
}
