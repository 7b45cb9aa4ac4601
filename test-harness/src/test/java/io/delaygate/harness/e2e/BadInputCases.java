package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.bytes;
import static io.delaygate.harness.e2e.Client.headers;

import io.delaygate.schemas.topics.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Bad commands, each with the reason that its dead letter must give. */
final class BadInputCases {
  private static final byte[] NOT_UTF8 = {'a', (byte) 0xc3, (byte) 0x28, (byte) 0xff};
  private static final String TOPIC = "delay-target-topic";
  private static final String REPLY = "delay-reply-topic";

  private final Installation delaygate;
  private final TopicNames names;
  private final String target;
  private final String narrow;

  /**
   * Cases for this installation.
   *
   * @param target topic of one partition that takes every record
   * @param narrow topic that takes 10,000 bytes
   */
  BadInputCases(Installation delaygate, String target, String narrow) {
    this.delaygate = delaygate;
    this.names = delaygate.names();
    this.target = target;
    this.narrow = narrow;
  }

  Stream<BadInput> all() {
    return Stream.of(ops(), times(), expiries(), targets(), replies(), headerFaults(), ids())
        .flatMap(s -> s);
  }

  private Stream<BadInput> ops() {
    return Stream.of(
        bad("OP_UNKNOWN", "delay-op", "scedule", "delay", "1s", TOPIC, target),
        bad("OP_UNKNOWN", "delay-op", "", "delay", "1s", TOPIC, target),
        bad("OP_UNKNOWN", "delay-op", "CANCEL"),
        bad("HEADER_MISSING", "delay-op", "finish"),
        bad("HEADER_INVALID", "delay-op", "finish", "delay-lease", "x", "delay-attempt", "0"),
        bad("HEADER_MISPLACED", "delay-op", "kick", "delay-lease", "x"),
        bad("HEADER_INVALID", "delay-op", null),
        bad("HEADER_MISPLACED", "delay-op", "cancel", "delay", "1s"),
        bad("HEADER_MISPLACED", "delay-op", "fire", TOPIC, target));
  }

  private Stream<BadInput> times() {
    return Stream.of(
        bad("TIME_MISSING", TOPIC, target),
        bad("TIME_MISSING"),
        new BadInput("TIME_MISSING", bytes("r"), null, headers("delay-op", "reschedule")),
        timed("TIME_AMBIGUOUS", "delay", "1s", "delay-ms", "1000"),
        timed("TIME_AMBIGUOUS", "delay-due-ms", "1", "delay-due", "1970-01-01T00:00:00Z"),
        timed("HEADER_DUPLICATE", "delay", "1s", "delay", "1s"),
        timed("TIME_INVALID", "delay-ms", "-1"),
        timed("TIME_INVALID", "delay", "PT-1S"),
        timed("TIME_INVALID", "delay-due-ms", "-1"),
        timed("TIME_INVALID", "delay", "-1s"),
        timed("TIME_INVALID", "delay", "soon"),
        timed("TIME_INVALID", "delay", ""),
        timed("TIME_INVALID", "delay", "1.5h"),
        timed("TIME_INVALID", "delay-ms", "1.5"),
        timed("TIME_INVALID", "delay-ms", "9223372036854775808"),
        timed("TIME_INVALID", "delay", "999999999999999999d"),
        timed("TIME_INVALID", "delay", "PT9999999999999999H"),
        timed("TIME_OUT_OF_RANGE", "delay-ms", "9223372036854775807"),
        timed("TIME_INVALID", "delay-due-ms", "9223372036854775807"),
        timed("TIME_INVALID", "delay-due-ms", "1800000000"),
        timed("TIME_INVALID", "delay-due-ms", "0"),
        timed("TIME_OUT_OF_RANGE", "delay", "3653d"),
        timed("TIME_OUT_OF_RANGE", "delay-due", "9999-12-31T23:59:59Z"),
        timed("TIME_INVALID", "delay-due", "+999999999-12-31T23:59:59Z"),
        timed("TIME_INVALID", "delay-due", "2030-01-31T08:00:00"),
        timed("TIME_INVALID", "delay-due", "2030-02-30T08:00:00Z"),
        timed("TIME_INVALID", "delay-due", "31.01.2030"),
        timed("HEADER_INVALID", "delay", null));
  }

  private Stream<BadInput> expiries() {
    return Stream.of(
        timed("TIME_INVALID", "delay", "1s", "delay-ttl-ms", "999"),
        timed("TIME_INVALID", "delay", "1s", "delay-ttl-ms", "1m"),
        timed("TIME_INVALID", "delay", "1s", "delay-expires-ms", "1700000000000"),
        timed("TIME_INVALID", "delay", "1s", "delay-expires-ms", "-1"),
        timed("TIME_AMBIGUOUS", "delay", "1s", "delay-ttl-ms", "2000", "delay-expires-ms", "1"),
        bad("HEADER_MISPLACED", "delay-op", "reschedule", "delay-ttl-ms", "1000"));
  }

  private Stream<BadInput> replies() {
    var nowhere = delaygate.unique("no-replies");
    return Stream.of(
        timed("REPLY_INVALID", "delay", "1s", REPLY, "a b"),
        timed("REPLY_INVALID", "delay", "1s", "delay-reply-partition", "0"),
        timed("REPLY_INVALID", "delay", "1s", "delay-correlation-id", "mine"),
        timed("REPLY_INVALID", "delay", "1s", REPLY, target, "delay-reply-partition", "x"),
        timed(
            "REPLY_INVALID",
            "delay",
            "1s",
            REPLY,
            target,
            "delay-correlation-id",
            "x".repeat(1025)),
        timed("REPLY_FORBIDDEN", "delay", "1s", REPLY, names.requests()),
        timed("REPLY_FORBIDDEN", "delay", "1s", REPLY, "__consumer_offsets"),
        timed("REPLY_UNKNOWN", "delay", "1s", REPLY, nowhere),
        timed("REPLY_UNKNOWN", "delay", "1s", REPLY, target, "delay-reply-partition", "1"));
  }

  private Stream<BadInput> targets() {
    var forbidden =
        Stream.of(
                names.requests(),
                names.rerouted(),
                names.deadLetters(),
                names.requests().replace("requests", "control"),
                names.requests().replace("requests", "replies"),
                names.applicationId() + "-jobs-changelog",
                "__consumer_offsets",
                "__transaction_state")
            .map(topic -> targeted("TARGET_FORBIDDEN", topic));
    var others =
        Stream.of(
            bad("TARGET_MISSING", "delay", "1s"),
            targeted("TARGET_UNKNOWN", delaygate.unique("nowhere")),
            targeted("TARGET_INVALID", ""),
            targeted("TARGET_INVALID", "a b"),
            targeted("TARGET_INVALID", ".."),
            targeted("TARGET_INVALID", "x".repeat(250)),
            targeted("HEADER_INVALID", null),
            timed("TARGET_PARTITION_UNKNOWN", "delay", "1s", "delay-target-partition", "1"),
            timed(
                "TARGET_PARTITION_UNKNOWN", "delay", "1s", "delay-target-partition", "2147483647"),
            timed("HEADER_INVALID", "delay", "1s", "delay-target-partition", "-1"),
            timed("HEADER_INVALID", "delay", "1s", "delay-target-partition", "2147483648"),
            new BadInput(
                "RECORD_TOO_LARGE",
                bytes("large"),
                new byte[10_000],
                headers("delay", "1s", TOPIC, narrow)));
    return Stream.concat(forbidden, others);
  }

  private Stream<BadInput> headerFaults() {
    var misplaced =
        Stream.of("max-attempts", "lease-ms", "lease")
            .map(name -> timed("HEADER_MISPLACED", "delay", "1s", "delay-" + name, "1"));
    var others =
        Stream.of(
            timed("HEADER_UNKNOWN", "delay", "1s", "delay-traget-key", "k"),
            timed("HEADER_UNKNOWN", "delay", "1s", "delay-", "k"),
            timed("HEADER_UNKNOWN", "delay", "1s", "Delay-Priority", "1"),
            timed("HEADER_NAME_INVALID", "delay", "1s", "n\uFFFDe", "1"),
            timed("HEADER_UNKNOWN", "delay", "1s", "delay-rerouted-from", "a 0 0 0"),
            timed("HEADER_INVALID", "delay", "1s", "delay-if-exists", "maybe"),
            timed("HEADER_INVALID", "delay", "1s", "delay-priority", "10"),
            timed("HEADER_INVALID", "delay", "1s", "delay-ack", "1"),
            timed("HEADER_MISPLACED", "delay", "1s", "delay-if-version", "1"),
            bad("HEADER_INVALID", "delay-op", "cancel", "delay-if-version", "latest"),
            timed("HEADERS_TOO_LARGE", "delay", "1s", "x", "x".repeat(64 * 1024)),
            notUtf8("HEADER_INVALID", "delay"),
            notUtf8("HEADER_INVALID", TOPIC),
            notUtf8("HEADER_INVALID", "delay-op"));
    return Stream.concat(misplaced, others);
  }

  private Stream<BadInput> ids() {
    var headers = headers("delay", "1s", TOPIC, target);
    return Stream.of(
        new BadInput("ID_INVALID", bytes(""), bytes("v"), headers),
        new BadInput("ID_INVALID", bytes("x".repeat(256)), bytes("v"), headers),
        new BadInput("ID_INVALID", bytes("\u20ac".repeat(86)), bytes("v"), headers),
        new BadInput("ID_INVALID", bytes("~mine"), bytes("v"), headers),
        new BadInput("ID_INVALID", bytes("~0-1"), bytes("v"), headers),
        new BadInput("ID_INVALID", bytes("~9-1"), null, headers("delay-op", "cancel")),
        new BadInput("ID_INVALID", NOT_UTF8, bytes("v"), headers),
        new BadInput("ID_MISSING", null, bytes("v"), headers("delay-op", "cancel")),
        new BadInput("TIME_MISSING", null, null, List.of()));
  }

  private BadInput timed(String reason, @Nullable String... headers) {
    var all = headers(headers);
    all.add(Client.header(TOPIC, target));
    return new BadInput(reason, bytes("timed"), bytes("v"), all);
  }

  private static BadInput targeted(String reason, @Nullable String topic) {
    return bad(reason, "delay", "1s", TOPIC, topic);
  }

  private static BadInput bad(String reason, @Nullable String... headers) {
    return new BadInput(reason, bytes("bad"), bytes("v"), headers(headers));
  }

  private BadInput notUtf8(String reason, String header) {
    var headers = new ArrayList<Header>(headers("delay", "1s", TOPIC, target));
    headers.removeIf(other -> other.key().equals(header));
    headers.add(new RecordHeader(header, NOT_UTF8));
    return new BadInput(reason, bytes("not-utf8"), bytes("v"), headers);
  }

  /** A record that must be refused. */
  record BadInput(
      String reason, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {}
}
