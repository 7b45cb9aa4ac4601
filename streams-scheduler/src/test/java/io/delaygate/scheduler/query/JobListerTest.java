package io.delaygate.scheduler.query;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.prioritized;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.scheduler.query.JobLister.EndedPage;
import io.delaygate.scheduler.query.JobLister.Page;
import io.delaygate.scheduler.store.ScanWatermarks;
import io.delaygate.scheduler.store.TaskStores;
import io.delaygate.scheduler.view.JobView;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of listings over several partitions, page by page. */
class JobListerTest {
  private ProcessUnderTest process;
  private TaskStores first;
  private TaskStores second;

  @BeforeEach
  void open(@TempDir Path directory) {
    process = new ProcessUnderTest(directory, 2);
    first = process.active(0);
    second = process.standby(1);
  }

  @AfterEach
  void close() {
    process.close();
  }

  @Test
  void partitionsAreOneOrder() {
    // Given
    first.add(prioritized(due("b", 10), 5));
    second.add(prioritized(due("a", 10), 5));
    second.add(prioritized(due("urgent", 10, "lost", null).parked(90, null), 0));
    first.add(prioritized(due("early", 5, "lost", null).parked(90, null), 9));
    second.add(prioritized(due("late", 20), 0));

    // When
    var all = page(JobFilter.ALL, 10, null);

    // Then
    assertThat(ids(all)).containsExactly("early", "urgent", "a", "b", "late");
    assertThat(all.has("next")).isFalse();
  }

  @Test
  void endedJobsOfPartitionsAreOneOrderTheLatestFirst() {
    // Given
    for (var ms = 1; ms <= 6; ms++) {
      var stores = ms % 2 == 0 ? first : second;
      stores.table().put(EndedJob.of(due("at-" + ms, 1), EndState.DELIVERED, ms));
      stores.commit();
    }
    var filter = EndedFilter.of(JobFilter.ALL, EndedFilter.STATES);
    var lister = new JobLister(JobView::of, () -> 0);
    var partitions = process.reads().of(Set.of(0, 1));

    // When
    var one = lister.list(partitions, new EndedPage(filter, 2, 3, null));
    var after = EndedPosition.parse(one.get("next").asText()).orElseThrow();
    var two = lister.list(partitions, new EndedPage(filter, 2, 3, after));

    // Then
    assertThat(ids(one)).containsExactly("at-6", "at-5", "at-4");
    assertThat(ids(two)).containsExactly("at-3", "at-2");
    assertThat(two.has("next")).isFalse();
  }

  @Test
  void aFullPageSaysWhereItEndedAndTheLastDoesNot() {
    // Given
    first.add(due("a", 10));
    second.add(due("b", 20));
    first.add(due("c", 30));

    // When
    var one = page(JobFilter.ALL, 2, null);
    var two = page(JobFilter.ALL, 2, after(one));
    var whole = page(JobFilter.ALL, 3, null);

    // Then
    assertThat(ids(one)).containsExactly("a", "b");
    assertThat(one.get("next").asText()).isEqualTo("20.5.Yg");
    assertThat(ids(two)).containsExactly("c");
    assertThat(two.has("next")).isFalse();
    assertThat(whole.has("next")).isFalse();
  }

  @Test
  void aRareFilterEndsItsPageAtTheBoundOfEntries() {
    // Given
    for (var i = 0; i < JobLister.ENTRIES; i++) {
      first.table().put(due("job-" + i, 10));
    }
    first.commit();
    first.add(due("rare", 20));
    var rare = JobFilter.ALL.idPrefix("rare");

    // When
    var one = page(rare, 10, null);
    var two = page(rare, 10, after(one));

    // Then
    assertThat(ids(one)).isEmpty();
    assertThat(ids(two)).containsExactly("rare");
    assertThat(two.has("next")).isFalse();
  }

  @Test
  void aNamespaceHasItsOwnIdsAndTheDefaultOneThoseThatNameNoOther() {
    // Given
    for (var id : List.of("order-1", "@shop/order-2", "@shop/x", "@shops/order-3", "@shop/")) {
      first.add(due(id, 10));
    }
    for (var id : List.of("~1-5", "@default/order-4", "@", "@sh op/order-5", "@/order-6")) {
      second.add(due(id, 20));
    }

    // When
    var shop = page(within("", "shop"), 10, null);
    var orders = page(within("order-", "shop"), 10, null);
    var ofDefault = page(within("", "default"), 10, null);
    var whole = page(within("@shop/", null), 10, null);

    // Then
    assertThat(ids(shop)).containsExactly("@shop/order-2", "@shop/x");
    assertThat(ids(orders)).containsExactly("@shop/order-2");
    assertThat(ids(ofDefault))
        .containsExactlyInAnyOrder(
            "order-1", "@shop/", "~1-5", "@default/order-4", "@", "@sh op/order-5", "@/order-6");
    assertThat(ids(whole)).containsExactly("@shop/", "@shop/order-2", "@shop/x");
  }

  @Test
  void jobsOfOtherNamespacesCountAgainstTheBoundOfEntries() {
    // Given
    for (var i = 0; i < JobLister.ENTRIES; i++) {
      first.table().put(due("@shop/job-" + i, 10));
    }
    first.commit();
    first.add(due("mine", 20));

    // When
    var one = page(within("", "default"), 10, null);
    var two = page(within("", "default"), 10, after(one));

    // Then
    assertThat(ids(one)).isEmpty();
    assertThat(ids(two)).containsExactly("mine");
  }

  private static JobFilter within(String idPrefix, @Nullable String namespace) {
    return JobFilter.of(null, null, namespace).idPrefix(idPrefix);
  }

  @Test
  void aSlowScanEndsItsPageButAlwaysGetsOn() {
    // Given
    for (var i = 0; i < 5; i++) {
      first.add(due("job-" + i, i));
    }
    var ticker = new Ticker(JobLister.TIME.toNanos());
    var lister = new JobLister(JobView::of, ticker);

    // When
    var found = new ArrayList<String>();
    var pages = 0;
    DuePosition after = null;
    do {
      var page = lister.list(process.reads().of(Set.of(0, 1)), new Page(JobFilter.ALL, 9, after));
      found.addAll(ids(page));
      after = after(page);
      pages++;
    } while (after != null && pages < 9);

    // Then
    assertThat(found).containsExactly("job-0", "job-1", "job-2", "job-3", "job-4");
    assertThat(pages).isEqualTo(5);
  }

  /** Ticker that advances at each reading. */
  private static final class Ticker implements LongSupplier {
    private final long stepNanos;
    private long nanos;

    Ticker(long stepNanos) {
      this.stepNanos = stepNanos;
    }

    @Override
    public long getAsLong() {
      nanos += stepNanos;
      return nanos;
    }
  }

  @Test
  void jobsThatStayAreListedOnceEachWhateverComesAndGoes() {
    for (var seed = 0L; seed < 20; seed++) {
      // Given
      var random = new Random(seed);
      var stay = new ArrayList<String>();
      for (var i = 0; i < 100; i++) {
        stay.add("stay-" + i);
        partition(random).add(atRandom("stay-" + i, random));
      }

      // When
      var found = new ArrayList<String>();
      DuePosition after = null;
      do {
        var page = page(JobFilter.ALL, 1 + random.nextInt(9), after);
        ids(page).stream().filter(id -> id.startsWith("stay")).forEach(found::add);
        after = after(page);
        comeAndGo(random);
      } while (after != null && found.size() <= stay.size());

      // Then
      assertThat(found).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(stay);
      stay.forEach(this::remove);
    }
  }

  private void comeAndGo(Random random) {
    for (var i = 0; i < 6; i++) {
      var id = "moving-" + random.nextInt(30);
      remove(id);
      if (random.nextBoolean()) {
        partition(random).add(atRandom(id, random));
      }
    }
    // like the due engine: the cursor follows the first job of the timeline
    try (var snapshot = first.reader().snapshot()) {
      var firstMs = snapshot.firstDueMs(0, ScanWatermarks.START).orElse(Long.MAX_VALUE);
      first.table().nothingWakesBefore(firstMs, Policy.USUAL.priority());
    }
  }

  private static Job atRandom(String id, Random random) {
    var job = due(id, random.nextInt(30), "topic-" + random.nextInt(2), null);
    return random.nextBoolean() ? job : job.parked(random.nextInt(90), null);
  }

  private TaskStores partition(Random random) {
    return random.nextBoolean() ? first : second;
  }

  private void remove(String id) {
    for (var stores : List.of(first, second)) {
      var stored = stores.table().get(new JobId(id));
      if (stored != null) {
        stores.table().remove(stored.id());
        stores.commit(); // otherwise a reader would wait for the commit
      }
    }
  }

  private JsonNode page(JobFilter filter, int limit, @Nullable DuePosition after) {
    var partitions = process.reads().of(Set.of(0, 1));
    return new JobLister(JobView::of, () -> 0).list(partitions, new Page(filter, limit, after));
  }

  private static @Nullable DuePosition after(JsonNode page) {
    return page.has("next") ? DuePosition.parse(page.get("next").asText()).orElseThrow() : null;
  }

  private static List<String> ids(JsonNode page) {
    var ids = new ArrayList<String>();
    page.get("jobs").forEach(job -> ids.add(job.get("id").asText()));
    return ids;
  }
}
