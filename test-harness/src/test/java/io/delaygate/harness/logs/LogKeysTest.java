package io.delaygate.harness.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.logging.LogKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The README's table of keys is what the code says; {@code -Dreadme.update=true} writes it anew.
 */
class LogKeysTest {
  private static final Path README = Path.of("..", "README.md");
  private static final String BEGIN = "<!-- log keys: generated -->\n";
  private static final String END = "<!-- log keys: end -->";

  @Test
  void theReadmeListsTheKeys() throws IOException {
    // Given
    var rows =
        Arrays.stream(LogKey.values())
            .map(key -> "| `%s` | %s |\n".formatted(key.key(), key.doc()))
            .collect(Collectors.joining());

    // When
    var table = "| key | value |\n|---|---|\n" + rows;

    // Then
    var readme = Files.readString(README);
    var from = readme.indexOf(BEGIN) + BEGIN.length();
    if (Boolean.getBoolean("readme.update")) {
      readme = readme.substring(0, from) + table + readme.substring(readme.indexOf(END));
      Files.writeString(README, readme);
    }
    assertThat(readme.substring(from, readme.indexOf(END))).isEqualTo(table);
  }
}
