package io.delaygate.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Fuzz test with valid, nearly valid and random records: none stops the partition, each rejection
 * names its header, no control header is overlooked, and nothing is due before 2001. {@code
 * -Dfuzz.records=50000} runs longer, and {@code -Dfuzz.seed=} repeats a run.
 */
class IntakeFuzzTest {
  private static final int BATCH = 250;
  private static final int RECORDS = Integer.getInteger("fuzz.records", 5_000);
  private static final long SEED = Long.getLong("fuzz.seed", new Random().nextLong());

  /** Reasons that concern the record or its key instead of a header. */
  private static final Set<String> WITHOUT_HEADER =
      Set.of(
          "ID_MISSING", "ID_INVALID", "RECORD_TOO_LARGE", "HEADERS_TOO_LARGE", "RESULT_TOO_LARGE");

  private final Random random = new Random(SEED);
  private final Map<String, FuzzedCommand> byOffset = new HashMap<>();
  private final Set<String> reasons = new TreeSet<>();
  private int sent;
  private int taken;

  @Test
  void eachRecordIsTakenOrRejectedForWhatIsWrong(TestReporter reporter) {
    reporter.publishEntry("seed", Long.toString(SEED));
    try (var scheduler = new SchedulerDriver()) {
      while (sent < RECORDS) {
        // When
        var batch = batch(scheduler);

        // Then
        check(batch, scheduler);
        scheduler.advance(random.nextInt(3_000));
        scheduler.produced("orders").forEach(this::checkDelivered);
      }
    }
    assertThat(reasons).as("the records are worth something").hasSizeGreaterThan(10);
    assertThat(taken).as("the records are worth something").isGreaterThan(RECORDS / 5);
  }

  private List<FuzzedCommand> batch(SchedulerDriver scheduler) {
    var batch = new ArrayList<FuzzedCommand>();
    for (var i = 0; i < BATCH; i++) {
      var command =
          switch (random.nextInt(3)) {
            case 0 -> FuzzedCommand.valid(random, scheduler.nowMs());
            case 1 -> FuzzedCommand.nearlyValid(random, scheduler.nowMs());
            default -> FuzzedCommand.noise(random, scheduler.nowMs());
          };
      byOffset.put(Integer.toString(sent++), command);
      batch.add(command);
      scheduler.receive("delay-requests", command.record());
    }
    return batch;
  }

  private void check(List<FuzzedCommand> batch, SchedulerDriver scheduler) {
    var letters = new HashMap<String, Delivered>();
    scheduler.deadLetters().forEach(one -> letters.put(one.header("delay-source-offset"), one));
    for (var i = 0; i < batch.size(); i++) {
      var offset = Integer.toString(sent - batch.size() + i);
      check(offset, batch.get(i), letters.get(offset));
    }
  }

  private void check(String offset, FuzzedCommand command, @Nullable Delivered letter) {
    var what = "seed %d, record %s: %s".formatted(SEED, offset, command);
    if (letter == null) {
      taken++;
      assertThat(command.reason()).as(what).isIn(null, FuzzedCommand.ANY);
      assertThat(names(command)).as(what).allMatch(IntakeFuzzTest::mayBeTaken);
      return;
    }
    var reason = letter.header("delay-reason");
    var text = letter.header("delay-reason-text");
    reasons.add(reason);
    assertThat(command.reason()).as(what + text).isIn(reason, FuzzedCommand.ANY);
    assertThat(command.names()).as(what + text).allMatch(text::contains);
    if (!WITHOUT_HEADER.contains(reason)) {
      assertThat(text).as(what).containsAnyOf(candidates(command));
    }
  }

  private void checkDelivered(Delivered delivered) {
    var what = "seed %d: %s".formatted(SEED, delivered);
    assertThat(delivered.dueMs()).as(what).isGreaterThanOrEqualTo(978_307_200_000L);
    for (var header : delivered.headers()) {
      var name = header.substring(0, header.indexOf('='));
      assertThat(!FuzzedCommand.looksLikeOurs(name) || name.startsWith("delay-job-"))
          .as(what)
          .isTrue();
    }
  }

  /** Whether a header name may be accepted: an exact name of the contract, or an unrelated name. */
  private static boolean mayBeTaken(String name) {
    return FuzzedCommand.looksLikeOurs(name)
        ? DelayHeader.byName(name).isPresent()
            || Stream.of("delay-job-", "delay-source-", "delay-reason").anyMatch(name::startsWith)
        : name.indexOf('\uFFFD') < 0;
  }

  private static List<String> names(FuzzedCommand command) {
    return Arrays.stream(command.record().headers().toArray()).map(Header::key).toList();
  }

  /** Names of the headers of the contract and of the record. */
  private static String[] candidates(FuzzedCommand command) {
    var all = new ArrayList<>(names(command));
    all.removeIf(String::isEmpty);
    EnumSet.allOf(DelayHeader.class).forEach(header -> all.add(header.headerName()));
    return all.toArray(String[]::new);
  }
}
