package io.delaygate.service.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the mark of a start that succeeded. */
class ReadyMarkTest {
  private final Path dir;

  ReadyMarkTest(@TempDir Path dir) {
    this.dir = dir;
  }

  @AfterEach
  void noMarkIsWanted() {
    System.clearProperty(ReadyMark.PROPERTY);
  }

  @Test
  void theMarkIsAnEmptyFileThatMayExistAlready() {
    // Given
    System.setProperty(ReadyMark.PROPERTY, dir.resolve("mark").toString());

    // When
    ReadyMark.set();
    ReadyMark.set();

    // Then
    assertThat(dir.resolve("mark")).isEmptyFile();
  }

  @Test
  void aMarkThatCannotBeWrittenHarmsNothing() {
    // Given
    System.setProperty(ReadyMark.PROPERTY, dir.resolve("no/such/mark").toString());

    // Then
    assertThatCode(ReadyMark::set).doesNotThrowAnyException();
  }
}
