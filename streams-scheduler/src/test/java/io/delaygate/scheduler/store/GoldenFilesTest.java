package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the stored bytes of every released format can still be read. {@code
 * -Dgolden.write=true} first writes the missing files of the current format; existing files stay
 * unchanged.
 */
class GoldenFilesTest {
  @BeforeAll
  static void writeMissing() {
    if (Boolean.getBoolean("golden.write")) {
      GoldenFiles.writeMissing();
    }
  }

  static Collection<String> files() {
    return GoldenFiles.names();
  }

  static Set<String> samples() {
    return SampleJobs.BY_NAME.keySet();
  }

  @ParameterizedTest
  @MethodSource("files")
  void areReadAsTheJobsThatTheyWereWrittenFrom(String file) {
    // Given
    var stored = GoldenFiles.read(file);

    // When
    var job = JobCodec.decode(SampleJobs.ID, stored);

    // Then
    assertThat(job)
        .usingRecursiveComparison()
        .isEqualTo(SampleJobs.BY_NAME.get(GoldenFiles.sample(file)));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void areWrittenAgainByteForByte(String sample) {
    // Given
    var stored = GoldenFiles.read(GoldenFiles.name(sample));

    // When
    var again = JobCodec.encode(JobCodec.decode(SampleJobs.ID, stored));

    // Then
    assertThat(again).isEqualTo(stored);
  }

  @Test
  void areThereForEveryFormatUpToTheCurrentOne() {
    assertThat(GoldenFiles.names())
        .contains("job-v3-full.bin", "job-v3-minimal.bin")
        .contains("job-v4-waiting.bin", "job-v5-queue.bin")
        .contains("job-v" + JobCodec.FORMAT + "-turn.bin");
  }
}
