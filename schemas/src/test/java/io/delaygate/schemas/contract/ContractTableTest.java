package io.delaygate.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables between the markers of the repository's README are those of the code. With {@code
 * -Dreadme.update=true} the test writes them there itself.
 */
class ContractTableTest {
  private static final Path README =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("README.md");

  @ParameterizedTest
  @CsvSource({"headers", "outcomes", "events", "reasons"})
  void theReadmeShowsTheContractAsItIs(String table) throws IOException {
    // Given
    var expected = block(table);
    assertThat(README).as("has a block of its own for this:%n%n%s", expected).exists();
    if (Boolean.getBoolean("readme.update")) {
      update(table, expected);
    }

    // When
    var readme = Files.readString(README);

    // Then
    assertThat(readme.contains(expected))
        .as("README.md differs: run with -Dreadme.update=true, or put there%n%n%s", expected)
        .isTrue();
  }

  @Test
  void everyTableFollowsFromTheCode() {
    assertThat(ContractTables.headers())
        .contains("\n| `delay-op` | all | ")
        .contains("\n| `delay-ms` | schedule, reschedule, release, kick | ")
        .contains("\n| `delay-target-topic` | schedule | ");
    assertThat(ContractTables.outcomes()).contains("\n| `CANCELLED` | ");
    assertThat(ContractTables.events()).contains("\n| `PARKED` | ");
    assertThat(ContractTables.reasons()).contains("\n| `ID_MISSING` | ");
  }

  @Test
  void everyDocIsOneCell() {
    for (var header : DelayHeader.values()) {
      assertThat(header.doc()).isNotBlank().doesNotContain("\n");
    }
    for (var reason : ReasonCode.values()) {
      assertThat(reason.doc()).isNotBlank().doesNotContain("\n");
    }
  }

  private static String block(String table) {
    var rows =
        switch (table) {
          case "headers" -> ContractTables.headers();
          case "outcomes" -> ContractTables.outcomes();
          case "events" -> ContractTables.events();
          default -> ContractTables.reasons();
        };
    return begin(table) + "\n" + rows + end(table);
  }

  private static void update(String table, String block) throws IOException {
    var readme = Files.readString(README);
    var from = readme.indexOf(begin(table));
    var to = readme.indexOf(end(table));
    assertThat(from).as("README.md has %s ... %s", begin(table), end(table)).isBetween(0, to);
    var rest = readme.substring(to + end(table).length());
    Files.writeString(README, readme.substring(0, from) + block + rest);
  }

  private static String begin(String table) {
    return "<!-- " + table + ":begin -->";
  }

  private static String end(String table) {
    return "<!-- " + table + ":end -->";
  }
}
