package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.JobFilter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Test of a large history in one store: a page of ended jobs takes little, and so does the opening.
 * Runs with {@code -Dhistory.entries=1000000}.
 */
@EnabledIfSystemProperty(named = "history.entries", matches = "\\d+")
class LargeHistoryTest {
  private static final Logger LOG = LoggerFactory.getLogger(LargeHistoryTest.class);
  private static final int ENTRIES = Integer.getInteger("history.entries", 0);
  private static final int RARE = 100_000;
  private static final int PAGE = 100;

  @Test
  void aPageAndTheOpeningTakeLittle(@TempDir Path directory) {
    // Given
    try (var open = OpenStore.exactlyOnce(directory)) {
      measured("to write all", () -> fill(open));
    }

    // When
    var opening = System.nanoTime();
    try (var open = OpenStore.exactlyOnce(directory)) {
      var openedNanos = System.nanoTime() - opening;
      LOG.info("opening: {} ms", Duration.ofNanos(openedNanos).toMillis());

      // Then
      var any = EndedFilter.of(JobFilter.ALL, EndedFilter.STATES);
      var rare = EndedFilter.of(JobFilter.of("rare", null, null), EndedFilter.STATES);
      assertThat(measured("page of any", () -> assertThat(page(open, any)).isEqualTo(PAGE)))
          .isLessThan(Duration.ofSeconds(1));
      measured("all of a rare topic", () -> assertThat(page(open, rare)).isEqualTo(ENTRIES / RARE));
      assertThat(Duration.ofNanos(openedNanos)).isLessThan(Duration.ofSeconds(2));
    }
    measured("opening after a version without the count", () -> openAnew(directory));
  }

  private static void openAnew(Path directory) {
    try (var open = OpenStore.exactlyOnce(directory)) {
      StoredStatistics.forget(open.store().database());
    } catch (RocksDBException failed) {
      throw new AssertionError(failed);
    }
    measured("count of all", () -> OpenStore.exactlyOnce(directory).close());
  }

  private static void fill(OpenStore open) {
    for (var i = 0; i < ENTRIES; i++) {
      var topic = i % RARE == 0 ? "rare" : "orders";
      var job = EndedJob.of(due(id(i), i, topic, null), EndState.DELIVERED, i);
      open.store().put(KeySpaces.job(job.id().bytes()), EndedJobCodec.encode(job));
      if (i % 10_000 == 0) {
        open.commit();
      }
    }
    open.commit();
  }

  /** Ids at random, as UUIDs are: what ended together does not lie together. */
  private static String id(int number) {
    return "%016x-order".formatted(number * 0x9E3779B97F4A7C15L);
  }

  private static int page(OpenStore open, EndedFilter filter) {
    var found = 0;
    try (var snapshot = open.snapshot()) {
      var listing = snapshot.ended(filter, 0, null);
      while (found < PAGE && listing.peek() != null) {
        found += listing.take() == null ? 0 : 1;
      }
    }
    return found;
  }

  private static Duration measured(String what, Runnable step) {
    var begun = System.nanoTime();
    step.run();
    var took = Duration.ofNanos(System.nanoTime() - begun);
    LOG.info("{}: {} ms", what, took.toMillis());
    return took;
  }
}
