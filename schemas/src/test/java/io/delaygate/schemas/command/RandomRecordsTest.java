package io.delaygate.schemas.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Test of the parser with random records: it answers each one, never throws, and accepts only what
 * the contract allows. The seed is fixed, and the message of a failure names it.
 */
class RandomRecordsTest {
  private static final int RECORDS = 50_000;
  private static final long SEED = 20_260_101;

  private static final TopicNames NAMES = TopicNames.prefixed("");
  private static final CommandParser PARSER = new CommandParser(NAMES, topic -> Policy.USUAL);

  private static final List<String> NAMES_OF_HEADERS =
      List.of("delay-op", "delay", "delay-ms", "delay-due", "delay-due-ms", "delay-target-topic");

  private static final List<String> FRAGMENTS =
      List.of(
          "schedule",
          "cancel",
          "reschedule",
          "fire",
          "finish",
          "orders",
          "delay-requests",
          "1s",
          "99999999999999999999d",
          "PT",
          "PT1H",
          "-PT1H",
          "2030-01-31T08:00:00Z",
          "2030-01-31T08:00:00",
          "9223372036854775807",
          "-9223372036854775808",
          "1767225600000",
          "0",
          "replace",
          "%s%n",
          "~3-17",
          "");

  @Test
  void neverMakeTheParserThrowOrBreakTheContract() {
    // Given
    var random = new Random(SEED);
    Set<ReasonCode> reasons = EnumSet.noneOf(ReasonCode.class);
    var understood = 0;

    for (var i = 0; i < RECORDS; i++) {
      var baseMs = random.nextInt(10) == 0 ? random.nextLong() >> 20 : SentRecord.BASE_MS;
      var record = record(random);

      // When
      var parsed = PARSER.parse(record, baseMs);

      // Then
      if (parsed instanceof ParsedCommand.Refused refused) {
        reasons.add(refused.refusal().reason());
        assertThat(refused.refusal().text()).as("seed %d, record %d", SEED, i).isNotBlank();
      } else {
        understood++;
        assertKeepsTheContract(SentRecord.understood(parsed), baseMs, i);
      }
    }
    assertThat(reasons).as("the records are worth something").hasSizeGreaterThan(12);
    assertThat(understood).as("the records are worth something").isGreaterThan(RECORDS / 100);
  }

  private static void assertKeepsTheContract(Command command, long baseMs, int number) {
    assertThat(command.id().bytes())
        .as("seed %d, record %d", SEED, number)
        .hasSizeBetween(1, Limits.ID_BYTES);
    if (command instanceof Command.Schedule schedule) {
      var dueMs = schedule.when().dueMs(baseMs);
      assertThat(dueMs - baseMs)
          .as("seed %d, record %d", SEED, number)
          .isLessThanOrEqualTo(Limits.DELAY.toMillis());
      assertThat(NAMES.isForbiddenTarget(schedule.target().topic()))
          .as("seed %d, record %d", SEED, number)
          .isFalse();
      assertThat(schedule.payload().headers())
          .as("seed %d, record %d", SEED, number)
          .noneMatch(header -> DelayHeader.isControl(header.key()));
    }
  }

  private static CommandRecord record(Random random) {
    var sent = SentRecord.withKey(bytes(random)).value(bytes(random));
    if (random.nextBoolean()) {
      sent.header("delay-target-topic", "orders");
    }
    if (random.nextInt(10) == 0) {
      sent.header("h", new byte[random.nextInt(2 * Limits.HEADER_BYTES)]);
    }
    var headers = random.nextInt(4);
    for (var i = 0; i < headers; i++) {
      var header = header(random);
      sent.header(header.key(), header.value());
    }
    return sent.record();
  }

  /** A header as a consumer gets it: the name is bytes, which may be malformed UTF-8. */
  private static RecordHeader header(Random random) {
    var value = bytes(random);
    return new RecordHeader(
        ByteBuffer.wrap(name(random)), value == null ? null : ByteBuffer.wrap(value));
  }

  private static byte[] name(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> noise(random);
      case 1 ->
          ByteBuffer.allocate(14).put(SentRecord.bytes("delay-")).put(noise(random, 8)).array();
      case 2 -> SentRecord.bytes("delay-job-id");
      case 3 -> {
        var all = DelayHeader.values();
        yield SentRecord.bytes(all[random.nextInt(all.length)].headerName());
      }
      default -> SentRecord.bytes(one(NAMES_OF_HEADERS, random));
    };
  }

  private static byte @Nullable [] bytes(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> null;
      case 1, 2 -> noise(random);
      case 3 -> SentRecord.bytes(one(FRAGMENTS, random) + one(FRAGMENTS, random));
      default -> SentRecord.bytes(one(FRAGMENTS, random));
    };
  }

  private static byte[] noise(Random random) {
    return noise(random, random.nextInt(300));
  }

  private static byte[] noise(Random random, int length) {
    var noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static String one(List<String> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }
}
