package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of stores whose changelog is deleted, recreated or truncated: they are kept. */
class KeptStoreTest {
  private final Path state;
  private final Path home;
  private final Path task;
  private final Changelog changelog = new Changelog("first");

  KeptStoreTest(@TempDir Path state) throws IOException {
    this.state = state;
    this.home = Files.createDirectory(state.resolve("delaygate"));
    this.task = home.resolve("0_0");
  }

  @Test
  void aStoreThatIsClosedWithoutItsChangelogIsKeptWithoutWhatWasNotCommitted() throws IOException {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.put(due("delivered", 1));
      jobs.put(due("moved", 2));
      jobs.put(due("untouched", 3));
      jobs.commit();
      jobs.delete("delivered");
      jobs.put(due("moved", 20));
      jobs.put(due("moved", 30));
      jobs.put(due("new", 4));

      // When
      changelog.why = "gone";
    }

    // Then
    assertThat(task.resolve("rocksdb").resolve("jobs")).doesNotExist();
    var copy = copies().get(0);
    assertThat(copy.isKept()).isTrue();
    assertThat(copy.changelog()).isEqualTo("first");
    var keys = new ArrayList<String>();
    LocalCopies.eachRecord(
        copy, (key, value) -> keys.add(new String(key, 1, key.length - 1, UTF_8)));
    assertThat(keys).containsExactlyInAnyOrder("delivered", "moved", "untouched");

    // When
    changelog.why = null;
    find().putBack(copy);

    // Then
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      assertThat(jobs.timeline(0)).containsExactly("delivered", "moved", "untouched");
      assertThat(jobs.timeline(3)).containsExactly("untouched");
      assertThat(jobs.indexEntries()).isEqualTo(3);
    }
  }

  @Test
  void aStoreThatIsOpenedWithoutItsChangelogIsKeptAndNotServed() throws IOException {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.put(due("far", 1));
      jobs.store().commit(Map.of(OpenStore.CHANGELOG, 7L));
    }
    changelog.why = "shorter";

    // When
    assertThatThrownBy(() -> OpenStore.exactlyOnce(task, changelog))
        .isInstanceOf(ProcessorStateException.class)
        .hasMessageContaining("shorter");

    // Then
    assertThat(changelog.asked).contains(7L);
    assertThat(copies()).singleElement().satisfies(it -> assertThat(it.isKept()).isTrue());

    // When
    assertThatThrownBy(() -> OpenStore.exactlyOnce(task, changelog))
        .isInstanceOf(ProcessorStateException.class);

    // Then
    var kept = copies().get(0);
    assertThat(kept.isKept()).as("the first one counts").isTrue();
    assertThat(LocalCopies.eachRecord(kept, (key, value) -> {})).isEqualTo(1);
  }

  @Test
  void aStoreOfAFormerChangelogIsPutAwayAndBeginsEmptyAndWithoutAnOffset() throws IOException {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.put(due("far", 1));
      jobs.store().commit(Map.of(OpenStore.CHANGELOG, 7L));
    }

    // When
    try (var jobs = OpenStore.exactlyOnce(task, new Changelog("second"))) {

      // Then
      assertThat(jobs.timeline(0)).isEmpty();
      assertThat(jobs.store().committedOffset(OpenStore.CHANGELOG)).isNull();
    }
    assertThat(beside("former-0_0-jobs-")).isEqualTo(1);
  }

  @Test
  void aStoreFromBeforeIsAdoptedWithItsOffset() {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task)) {
      jobs.put(due("far", 1));
      jobs.store().commit(Map.of(OpenStore.CHANGELOG, 7L));
    }
    assertThat(copies().get(0).changelog()).isNull();

    // When
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {

      // Then
      assertThat(jobs.timeline(0)).containsExactly("far");
      assertThat(jobs.store().committedOffset(OpenStore.CHANGELOG)).isEqualTo(7);
    }
    assertThat(copies().get(0).changelog()).isEqualTo("first");
    assertThat(copies().get(0).last()).isEqualTo(7);
  }

  @Test
  void aStoreFromBeforeIsPutAwayWhereAPersonDecidedWhichChangelogCounts() throws IOException {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task)) {
      jobs.put(due("far", 1));
      jobs.store().commit(Map.of(OpenStore.CHANGELOG, 7L));
    }
    var decided = new Changelog(ChangelogIds.decided("first", 0));

    // When
    try (var jobs = OpenStore.exactlyOnce(task, decided)) {

      // Then
      assertThat(jobs.timeline(0)).isEmpty();
      assertThat(jobs.store().committedOffset(OpenStore.CHANGELOG)).isNull();
      jobs.put(due("near", 1));
      jobs.commit();
    }
    assertThat(beside("former-0_0-jobs-")).isEqualTo(1);

    // When
    try (var jobs = OpenStore.exactlyOnce(task, decided)) {

      // Then
      assertThat(jobs.timeline(0)).containsExactly("near");
    }
  }

  @Test
  void aCopyTellsWhetherItsTaskWasActive() {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.put(due("far", 1));
    }
    assertThat(copies().get(0).isActive()).isFalse();

    // When
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.registry().own(0);
      jobs.registry().leave();
    }
    assertThat(copies().get(0).isSound()).isTrue();
  }

  @Test
  void aStoreWhoseTaskWentElsewhereIsNotSound() {
    // When
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.put(due("far", 1));
      jobs.registry().own(0);
    }

    // Then
    assertThat(copies().get(0).isSound()).isFalse();
  }

  @Test
  void aStoreThatFollowsTheChangelogAgainIsNotSound() {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.registry().own(0);
      jobs.registry().leave();
    }

    // When
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.restore(OpenStore.logged(due("of another", 1)));
      jobs.registry().leave();
    }

    // Then
    assertThat(copies().get(0).isSound()).isFalse();

    // When
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.registry().own(0);
      jobs.restore(OpenStore.logged(due("of another", 2)));
      changelog.why = "gone";
    }

    // Then
    assertThat(copies().get(0).isKept()).isTrue();
    assertThat(copies().get(0).isSound()).as("a task that became a standby").isFalse();
  }

  @Test
  void aStoreThatIsMadeForATaskWithoutItsChangelogIsNotKept() {
    // Given
    changelog.why = "gone";

    // When
    assertThatThrownBy(() -> OpenStore.exactlyOnce(task, changelog))
        .isInstanceOf(ProcessorStateException.class);

    // Then
    assertThat(copies()).noneMatch(LocalCopy::isKept);
  }

  @Test
  void aStoreThatAnEarlierVersionLeftOpenIsNotSoundHoweverItIsKept() throws Exception {
    // Given
    try (var jobs = OpenStore.exactlyOnce(task, changelog)) {
      jobs.put(due("far", 1));
      jobs.commit();
      jobs.registry().own(0);
      jobs.markInUse();
      jobs.registry().leave();
    }
    changelog.why = "gone";

    // When
    assertThatThrownBy(() -> OpenStore.exactlyOnce(task, changelog))
        .isInstanceOf(ProcessorStateException.class);

    // Then
    assertThat(copies())
        .filteredOn(LocalCopy::isKept)
        .singleElement()
        .satisfies(it -> assertThat(it.isSound()).isFalse());
  }

  private LocalCopies find() {
    return new LocalCopies(state, "delaygate");
  }

  private List<LocalCopy> copies() {
    return find().find();
  }

  private long beside(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).count();
    }
  }

  private static final class Changelog implements StoreChangelog {
    private final String id;
    private final List<@Nullable Long> asked = new ArrayList<>();
    private @Nullable String why;

    Changelog(String id) {
      this.id = id;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public @Nullable String obstacle(int partition, @Nullable Long last) {
      asked.add(last);
      return why;
    }
  }
}
