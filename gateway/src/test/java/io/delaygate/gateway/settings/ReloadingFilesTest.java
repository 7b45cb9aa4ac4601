package io.delaygate.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadingFilesTest {
  private static final int BYTES_MAX = 1 << 20;
  private static final BackgroundFailures FAILURES = new BackgroundFailures(System::nanoTime);

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private Path one;
  private Path two;
  private ReloadingFiles<String> files;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    one = Files.writeString(folder.resolve("one"), "1");
    two = Files.writeString(folder.resolve("two"), "2");
    files = ReloadingFiles.follow(List.of(one, two), ReloadingFilesTest::make, FAILURES);
  }

  @AfterEach
  void close() {
    files.close();
  }

  @Test
  void aChangeOfAnyIsSeen() throws IOException {
    Files.writeString(two, "3");
    files.look();
    assertThat(files.latest()).isEqualTo("1+3");

    Files.writeString(one, "4");
    files.look();
    assertThat(files.latest()).isEqualTo("4+3");
  }

  @Test
  void whatCannotBeUsedChangesNothing() throws IOException {
    Files.writeString(two, "bad");
    files.look();
    assertThat(files.latest()).isEqualTo("1+2");

    Files.delete(two);
    files.look();
    assertThat(files.latest()).isEqualTo("1+2");

    Files.writeString(two, "5");
    files.look();
    assertThat(files.latest()).isEqualTo("1+5");
  }

  @Test
  void aChangeWhoseReaderFailsUnexpectedlyIsCountedAndTakenLater(@TempDir Path folder)
      throws IOException {
    // Given
    var failures = new BackgroundFailures(System::nanoTime);
    var made = new AtomicInteger();
    var path = Files.writeString(folder.resolve("file"), "1");
    try (var followed =
        ReloadingFiles.follow(
            List.of(path),
            texts -> {
              if (made.incrementAndGet() == 2) {
                throw new NoClassDefFoundError("the first change");
              }
              return texts.get(0);
            },
            failures)) {

      // When
      Files.writeString(path, "2");

      // Then
      Awaitility.await().atMost(LIMIT).until(followed::latest, "2"::equals);
      assertThat(failures.byTask()).containsEntry("files", 1.0);
    }
  }

  @Test
  void whatCannotBeUsedIsNotBegunWith(@TempDir Path folder) throws IOException {
    Files.writeString(two, "bad");

    assertThatThrownBy(
            () -> ReloadingFiles.follow(List.of(one, two), ReloadingFilesTest::make, FAILURES))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(
            () -> ReloadingFiles.follow(List.of(folder), ReloadingFilesTest::make, FAILURES))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void aFileMayBeAsLongAsItsBound() throws IOException {
    Files.writeString(one, "x".repeat(BYTES_MAX));
    files.look();
    assertThat(files.latest()).hasSize(BYTES_MAX + 2);

    Files.writeString(one, "y".repeat(BYTES_MAX + 1));
    files.look();
    assertThat(files.latest()).startsWith("x");
  }

  private static String make(List<String> texts) {
    if (texts.contains("bad")) {
      throw new SettingsException("bad");
    }
    return String.join("+", texts);
  }
}
