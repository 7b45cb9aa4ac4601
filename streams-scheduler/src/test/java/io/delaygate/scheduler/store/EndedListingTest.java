package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of listings of ended jobs: filters, positions and order. */
class EndedListingTest {
  private static final EndedFilter ALL = EndedFilter.of(JobFilter.ALL, EndedFilter.STATES);

  private TaskStores task;

  @BeforeEach
  void open(@TempDir Path directory) {
    task = TaskStores.open(directory, 0, new OpenJobStores(System::nanoTime));
  }

  @AfterEach
  void close() {
    task.close();
  }

  @Test
  void theLatestEndIsFirstAndPendingJobsAreNotListed() {
    // Given
    end("early", "orders", EndState.DELIVERED, 10);
    end("a", "orders", EndState.CANCELLED, 20);
    end("b", "mails", EndState.DONE, 20);
    end("late", "orders", EndState.EXPIRED, 30);
    task.add(due("pending", 25));
    task.add(due("dead", 25, "orders", null).parked(90, null));

    // When
    var order = list(ALL, 0, null);

    // Then
    assertThat(order).containsExactly("late", "b", "a", "early");
  }

  @Test
  void timesOfTheEndAreFromInclusiveToExclusive() {
    // Given
    for (var ms = 9; ms <= 13; ms++) {
      end("at-" + ms, "orders", EndState.DELIVERED, ms);
    }

    // When
    var between = list(ALL.ended(10L, 12L), 0, null);
    var retained = list(ALL, 11, null);

    // Then
    assertThat(between).containsExactly("at-11", "at-10");
    assertThat(retained).containsExactly("at-13", "at-12", "at-11");
  }

  @Test
  void aJobThatIsScheduledAgainLeavesTheListingUntilItEndsAgain() {
    // Given
    end("again", "orders", EndState.DELIVERED, 10);
    end("other", "orders", EndState.DELIVERED, 20);

    // When
    task.add(due("again", 50));
    var pending = list(ALL, 0, null);
    end("again", "orders", EndState.CANCELLED, 30);

    // Then
    assertThat(pending).containsExactly("other");
    assertThat(list(ALL, 0, null)).containsExactly("again", "other");
  }

  @Test
  void anyFilterFromAnyPositionTakesWhatAModelTakes() {
    for (var seed = 0L; seed < 30; seed++) {
      // Given
      var random = new Random(seed);
      var model = new TreeMap<EndedPosition, EndedJob>();
      for (var i = 0; i < 60; i++) {
        var ended = random(random, seed + "-" + i);
        task.table().put(ended);
        model.put(new EndedPosition(ended.endedMs(), ended.id().bytes()), ended);
      }
      task.commit();
      for (var tries = 0; tries < 20; tries++) {
        var filter = filter(random, seed + "-");
        var fromMs = random.nextInt(12);
        var after = random.nextBoolean() ? null : random(random, seed + "-x");
        var behind = after == null ? null : new EndedPosition(after.endedMs(), after.id().bytes());

        // When
        var listed = list(filter, fromMs, behind);

        // Then
        assertThat(listed)
            .as("seed %d, %s from %d behind %s", seed, filter, fromMs, behind)
            .isEqualTo(expected(model, filter, fromMs, behind));
      }
      model.values().forEach(job -> task.table().remove(job.id()));
    }
  }

  @Test
  void nothingIsLeftBehindTheLast() {
    // Given
    end("only", "orders", EndState.DELIVERED, 10);
    try (var snapshot = task.reader().snapshot()) {
      var listing = snapshot.ended(ALL, 0, null);

      // When
      listing.take();

      // Then
      assertThat(listing.peek()).isNull();
      assertThatThrownBy(listing::take).isInstanceOf(NoSuchElementException.class);
    }
  }

  private void end(String id, String topic, EndState state, long endedMs) {
    task.table().put(EndedJob.of(due(id, 5, topic, null), state, endedMs));
    task.commit();
  }

  private static EndedJob random(Random random, String id) {
    var name = (random.nextBoolean() ? JobId.prefix("team") : "") + id;
    var topic = List.of("orders", "mails", "x".repeat(300)).get(random.nextInt(3));
    var states = List.copyOf(EndedFilter.STATES);
    return EndedJob.of(
        due(name, random.nextInt(10), topic, null),
        states.get(random.nextInt(states.size())),
        random.nextInt(20));
  }

  private static EndedFilter filter(Random random, String idPrefix) {
    var topic = random.nextInt(3) == 0 ? "orders" : random.nextInt(5) == 0 ? "x".repeat(300) : null;
    var jobs =
        JobFilter.of(topic, null, random.nextInt(3) == 0 ? "team" : null)
            .due(
                random.nextInt(3) == 0 ? (long) random.nextInt(10) : null,
                random.nextInt(3) == 0 ? (long) random.nextInt(10) : null)
            .idPrefix(random.nextInt(3) == 0 ? idPrefix + random.nextInt(5) : null);
    var states = EnumSet.noneOf(EndState.class);
    EndedFilter.STATES.stream().filter(state -> random.nextBoolean()).forEach(states::add);
    return EndedFilter.of(jobs, states.isEmpty() ? Set.of(EndState.DONE) : states)
        .ended(
            random.nextInt(3) == 0 ? (long) random.nextInt(20) : null,
            random.nextInt(3) == 0 ? (long) random.nextInt(20) : null);
  }

  private static List<String> expected(
      NavigableMap<EndedPosition, EndedJob> model,
      EndedFilter filter,
      long fromMs,
      @Nullable EndedPosition behind) {
    var from = behind == null ? model : model.tailMap(behind, false);
    return from.values().stream()
        .filter(job -> isTaken(job, filter) && job.endedMs() >= fromMs)
        .map(job -> job.id().text())
        .toList();
  }

  private static boolean isTaken(EndedJob job, EndedFilter filter) {
    var jobs = filter.jobs();
    return filter.states().contains(job.state())
        && job.endedMs() >= filter.endedFromMs()
        && job.endedMs() < filter.endedToMs()
        && job.dueMs() >= jobs.dueFromMs()
        && job.dueMs() < jobs.dueToMs()
        && (jobs.topic() == null || jobs.topic().equals(job.topic()))
        && (jobs.namespace() == null || jobs.namespace().equals(job.id().namespace()))
        && job.id().text().startsWith(jobs.storedPrefix());
  }

  private List<String> list(EndedFilter filter, long fromMs, @Nullable EndedPosition after) {
    try (var snapshot = task.reader().snapshot()) {
      var listing = snapshot.ended(filter, fromMs, after);
      var ids = new ArrayList<String>();
      while (listing.peek() != null) {
        var job = listing.take();
        if (job != null) {
          ids.add(new String(job.id().bytes(), UTF_8));
        }
      }
      return ids;
    }
  }
}
