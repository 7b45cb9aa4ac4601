package io.delaygate.harness.logs;

import io.delaygate.harness.documents.GeneratedBlock;
import io.delaygate.service.logging.LogKey;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Test that the documented table of log keys equals that of the code. */
class LogKeysTest {
  @Test
  void theKeysAreDocumented() throws IOException {
    var rows =
        Arrays.stream(LogKey.values())
            .map(key -> "| `%s` | %s |\n".formatted(key.key(), key.doc()))
            .collect(Collectors.joining());

    GeneratedBlock.check(
        "streams-scheduler/docs/operations.md", "log keys", "| key | value |\n|---|---|\n" + rows);
  }
}
