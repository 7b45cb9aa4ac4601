package io.delaygate.schemas.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a record of {@code delay-requests} as any Kafka client may send it, and the result of
 * parsing it with default names. Header names are written out, because they are the wire format.
 */
final class SentRecord {
  /** Timestamp of the record: 2026-01-01T00:00:00Z. */
  static final long BASE_MS = 1_767_225_600_000L;

  static final int PARTITION = 3;
  static final long OFFSET = 17;

  private static final CommandParser PARSER =
      new CommandParser(TopicNames.prefixed(""), topic -> Policy.USUAL);

  private final byte @Nullable [] key;
  private byte @Nullable [] value = bytes("payload");
  private final List<Header> headers = new ArrayList<>();

  private SentRecord(byte @Nullable [] key) {
    this.key = key;
  }

  static SentRecord keyed(String id) {
    return new SentRecord(bytes(id));
  }

  static SentRecord withKey(byte @Nullable [] key) {
    return new SentRecord(key);
  }

  static SentRecord keyless() {
    return new SentRecord(null);
  }

  /** A complete schedule, except for the due time. */
  static SentRecord untimed() {
    return keyed("order-4711").header("delay-target-topic", "orders");
  }

  /** A complete schedule. */
  static SentRecord timed() {
    return untimed().header("delay-ms", "1000");
  }

  SentRecord header(String name, String text) {
    return header(name, bytes(text));
  }

  SentRecord header(String name, byte @Nullable [] bytes) {
    headers.add(new RecordHeader(name, bytes));
    return this;
  }

  SentRecord header(String name) {
    return header(name, (byte[]) null);
  }

  SentRecord value(byte @Nullable [] bytes) {
    value = bytes;
    return this;
  }

  SentRecord tombstone() {
    return value(null);
  }

  CommandRecord record() {
    return new CommandRecord(key, value, headers, PARTITION, OFFSET);
  }

  ParsedCommand parsed() {
    return PARSER.parse(record(), BASE_MS);
  }

  Command understood() {
    return understood(parsed());
  }

  Command.Schedule schedule() {
    return assertThat(understood()).asInstanceOf(type(Command.Schedule.class)).actual();
  }

  Refusal refused() {
    return assertThat(parsed()).asInstanceOf(type(ParsedCommand.Refused.class)).actual().refusal();
  }

  static Command understood(ParsedCommand parsed) {
    return assertThat(parsed).asInstanceOf(type(ParsedCommand.Understood.class)).actual().command();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
