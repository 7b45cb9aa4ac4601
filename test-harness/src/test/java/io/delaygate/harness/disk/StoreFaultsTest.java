package io.delaygate.harness.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of disk faults below RocksDB, for each kind of call on each kind of file: nothing is lost
 * silently. {@code -Dstore.faults=200} runs more seeds than the default, and {@code
 * -Dstore.faults.first=200} begins after them.
 */
@Timeout(1_200)
class StoreFaultsTest {
  private static final int ALL = Integer.getInteger("store.faults", 0);

  /**
   * First seed, a read fault that finds readers which take an unreadable entry for a missing one.
   */
  private static final int FIRST = Integer.getInteger("store.faults.first", ALL > 0 ? 0 : 11);

  /**
   * Step between seeds. The default runs a fifth of all faults, which covers all calls, all files
   * and all effects. RocksDB takes a while to close.
   */
  private static final int STEP = ALL > 0 ? 1 : 61;

  private static final int SEEDS = ALL > 0 ? ALL : DiskFault.all().size() / 5;

  @BeforeAll
  static void needsTheCompiler() {
    DiskFaults.mustBeThere();
  }

  @Test
  void anAnswerOfTheStoreIsRightOrAFailure(@TempDir Path folder) throws Exception {
    // Given
    var faults = DiskFaults.in(folder);
    var output = folder.resolve("trials.log");
    var command =
        JavaCommand.of(StoreTrials.class, output)
            .withJvmFlags("-Xmx256m", "-XX:TieredStopAtLevel=1")
            .withArguments(
                List.of(
                    quick(folder).toString(),
                    Integer.toString(FIRST),
                    Integer.toString(SEEDS),
                    Integer.toString(STEP)));
    var builder = command.toBuilder();
    builder.environment().putAll(faults.environment());

    // When
    var status = builder.start().waitFor();

    // Then
    var lines = Files.readAllLines(output);
    assertThat(status).as(String.join("\n", lines)).isZero();
    assertThat(lines).filteredOn(line -> line.contains("Result[")).hasSize(SEEDS);
    assertThat(faults.hits()).isGreaterThan(SEEDS);
    assertThat(lines)
        .filteredOn(line -> line.contains("refused=0,"))
        .hasSizeLessThan(SEEDS * 3 / 4);
  }

  /** A folder in memory if there is one, because trials mostly wait for the disk. */
  private static Path quick(Path folder) throws IOException {
    var memory = Path.of("/dev/shm");
    return Files.isWritable(memory) ? Files.createTempDirectory(memory, "delaygate") : folder;
  }
}
