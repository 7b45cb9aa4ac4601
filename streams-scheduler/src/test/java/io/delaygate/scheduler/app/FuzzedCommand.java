package io.delaygate.scheduler.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * Random record for {@code delay-requests}, with the expected result.
 *
 * @param record with a timestamp of {@link SchedulerDriver#START} or later
 * @param reason expected reason of the rejection; null if the record must be accepted, {@link #ANY}
 *     for no expectation
 * @param names expected words in the text of the rejection
 */
record FuzzedCommand(
    TestRecord<byte[], byte[]> record, @Nullable String reason, List<String> names) {
  /** Marks random bytes without an expected result. */
  static final String ANY = "any";

  private static final int IDS = 50;
  private static final List<String> FOREIGN =
      List.of("trace", "Delayed", "x-delay", "delays", "delayMs", "", "\u00e9", "_");
  private static final List<String> OUTPUT =
      List.of("delay-job-id", "delay-job-x", "delay-reason", "delay-source-offset");
  private static final List<String> NAMES =
      List.of(
          "delay",
          "delay-ms",
          "delay-due",
          "delay-due-ms",
          "delay-op",
          "delay-target-topic",
          "delay-expires-ms",
          "Delay",
          "DELAY_DUE_MS",
          "delay.op",
          "delay-rerouted-from",
          "delay-job-id");
  private static final List<String> VALUES =
      List.of(
          "schedule",
          "cancel",
          "reschedule",
          "release",
          "orders",
          "1s",
          "0",
          "1e3",
          "1800000000",
          "1800000000000",
          "1800000000000000",
          "2027-01-15T09:00[Europe/Berlin]",
          "1970-01-01T00:00:00Z",
          "-1",
          "9223372036854775807",
          "%s%n",
          "");

  /** A valid command, in spellings that programming languages print. */
  static FuzzedCommand valid(Random random, long nowMs) {
    return taken(random, nowMs, schedulesOrChanges(random, nowMs));
  }

  /** A schedule with one mistake. */
  static FuzzedCommand nearlyValid(Random random, long nowMs) {
    var headers = schedule(random, nowMs);
    return switch (random.nextInt(5)) {
      case 0 -> respelled(random, nowMs, headers);
      case 1 -> withTimeOfAnotherUnit(random, nowMs, headers);
      case 2 -> {
        headers.add(header("delay-expires-ms", ofAnotherUnit(random, nowMs)));
        yield refused(random, nowMs, headers, "TIME_INVALID", "delay-expires-ms");
      }
      case 3 -> {
        var bytes = ("n" + random.nextInt(9)).getBytes(UTF_8);
        bytes[0] = (byte) (0x80 + random.nextInt(0x80));
        var named = new RecordHeader(ByteBuffer.wrap(bytes), ByteBuffer.wrap(new byte[0]));
        headers.add(named);
        yield refused(random, nowMs, headers, "HEADER_NAME_INVALID", named.key());
      }
      default -> {
        headers.removeIf(header -> header.key().equals("delay-priority"));
        headers.add(header("delay-priority", "5.5"));
        yield refused(random, nowMs, headers, "HEADER_INVALID", "delay-priority");
      }
    };
  }

  /** Random bytes, mixed with names and values of the contract. */
  static FuzzedCommand noise(Random random, long nowMs) {
    var headers = new ArrayList<Header>();
    for (var count = random.nextInt(5); count > 0; count--) {
      var name =
          switch (random.nextInt(4)) {
            case 0 -> bytes(random);
            case 1 -> ("delay-" + new String(bytes(random), UTF_8)).getBytes(UTF_8);
            default -> one(NAMES, random).getBytes(UTF_8);
          };
      var value = random.nextInt(3) == 0 ? bytes(random) : one(VALUES, random).getBytes(UTF_8);
      headers.add(new RecordHeader(ByteBuffer.wrap(name), ByteBuffer.wrap(value)));
    }
    if (random.nextBoolean()) {
      headers.add(header("delay-target-topic", "orders"));
    }
    var key =
        switch (random.nextInt(4)) {
          case 0 -> null;
          case 1 -> bytes(random);
          default -> id(random);
        };
    var value = random.nextBoolean() ? null : bytes(random);
    return new FuzzedCommand(record(key, value, nowMs, headers), ANY, List.of());
  }

  /** Second implementation of the rule for names of control headers. */
  static boolean looksLikeOurs(String name) {
    var plain = name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace('.', '-');
    return plain.equals("delay") || plain.startsWith("delay-");
  }

  private static FuzzedCommand respelled(Random random, long nowMs, List<Header> headers) {
    var ours = headers.stream().filter(header -> looksLikeOurs(header.key())).toList();
    var some = ours.get(random.nextInt(ours.size()));
    var name = otherSpelling(some.key(), random);
    headers.set(headers.indexOf(some), new RecordHeader(name, some.value()));
    return refused(random, nowMs, headers, "HEADER_UNKNOWN", name, "'" + some.key() + "'");
  }

  private static String otherSpelling(String name, Random random) {
    return switch (random.nextInt(name.contains("-") ? 5 : 3)) {
      case 0 -> name.toUpperCase(Locale.ROOT);
      case 1 -> "D" + name.substring(1);
      case 2 -> " " + name;
      case 3 -> name.replace('-', '_');
      default -> name.replaceFirst("-", ".");
    };
  }

  private static FuzzedCommand withTimeOfAnotherUnit(
      Random random, long nowMs, List<Header> headers) {
    headers.removeIf(
        header ->
            List.of("delay", "delay-ms", "delay-due", "delay-due-ms", "delay-ttl-ms")
                .contains(header.key()));
    var isText = random.nextInt(4) == 0;
    var name = isText ? "delay-due" : "delay-due-ms";
    headers.add(
        header(
            name,
            isText
                ? Instant.ofEpochMilli(random.nextLong(978_307_200_000L)).toString()
                : ofAnotherUnit(random, nowMs)));
    return refused(random, nowMs, headers, "TIME_INVALID", name);
  }

  private static String ofAnotherUnit(Random random, long nowMs) {
    return switch (random.nextInt(5)) {
      case 0 -> Long.toString(nowMs / 1_000);
      case 1 -> Long.toString(nowMs * 1_000);
      case 2 -> Long.toString(nowMs * 1_000_000);
      case 3 -> Long.toString(random.nextLong(978_307_200_000L));
      default -> nowMs / 1_000 + ".0";
    };
  }

  private static List<Header> schedulesOrChanges(Random random, long nowMs) {
    return switch (random.nextInt(8)) {
      case 0 -> headers("cancel");
      case 1 -> headers("fire");
      case 2 -> headers("discard");
      case 3 -> {
        var change = headers("reschedule");
        change.add(time(random, nowMs));
        yield change;
      }
      default -> schedule(random, nowMs);
    };
  }

  private static List<Header> schedule(Random random, long nowMs) {
    var headers = new ArrayList<Header>();
    if (random.nextBoolean()) {
      headers.add(header("delay-op", "schedule"));
    }
    headers.add(header("delay-target-topic", "orders"));
    headers.add(time(random, nowMs));
    if (random.nextInt(4) == 0) {
      headers.add(header("delay-priority", random.nextInt(10) + ".0"));
    }
    for (var count = random.nextInt(4); count > 0; count--) {
      headers.add(header(one(FOREIGN, random), "v" + random.nextInt(9)));
    }
    if (random.nextInt(4) == 0) {
      headers.add(header(one(OUTPUT, random), "x"));
    }
    Collections.shuffle(headers, random);
    return headers;
  }

  private static Header time(Random random, long nowMs) {
    var ms = nowMs / 1_000 * 1_000 + 1_000L * random.nextInt(20);
    var local = Instant.ofEpochMilli(ms).atZone(ZoneId.of("Europe/Berlin"));
    return switch (random.nextInt(8)) {
      case 0 -> header("delay", random.nextInt(20) + "s");
      case 1 -> header("delay-ms", random.nextInt(20_000) + ".0");
      case 2 -> header("delay-ms", "1.5e3");
      case 3 -> header("delay-due-ms", Long.toString(ms));
      case 4 -> header("delay-due-ms", "978307200000");
      case 5 -> header("delay-due", local.toString());
      case 6 -> header("delay-due", local.toLocalDateTime() + "[Europe/Berlin]");
      default -> header("delay-due", local.toOffsetDateTime().toString().replace('T', ' '));
    };
  }

  private static FuzzedCommand taken(Random random, long nowMs, List<Header> headers) {
    var record = record(id(random), new byte[] {1}, nowMs, headers);
    return new FuzzedCommand(record, null, List.of());
  }

  private static FuzzedCommand refused(
      Random random, long nowMs, List<Header> headers, String reason, String... names) {
    // with a null value, an overlooked header would turn the record into a cancel
    var value = random.nextBoolean() ? null : new byte[] {1};
    var record = record(id(random), value, nowMs, headers);
    return new FuzzedCommand(record, reason, List.of(names));
  }

  private static TestRecord<byte[], byte[]> record(
      byte @Nullable [] key, byte @Nullable [] value, long nowMs, List<Header> headers) {
    return new TestRecord<>(key, value, new RecordHeaders(headers), nowMs);
  }

  private static List<Header> headers(String op) {
    return new ArrayList<>(List.of(header("delay-op", op)));
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }

  private static byte[] id(Random random) {
    return ("job-" + random.nextInt(IDS)).getBytes(UTF_8);
  }

  private static byte[] bytes(Random random) {
    var bytes = new byte[random.nextInt(30)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String one(List<String> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }
}
