package io.delaygate.scheduler.ops;

import io.delaygate.harness.documents.GeneratedBlock;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Test that the documented table of metrics equals that of the code. */
class MetricsTableTest {
  private static final String HEAD = "| metric | type | labels | meaning |\n|---|---|---|---|\n";

  @Test
  void theTableOfMetricsIsThatOfTheCode() throws IOException {
    // When
    var rows =
        Arrays.stream(SchedulerMeter.values())
            .map(MetricsTableTest::row)
            .collect(Collectors.joining());

    // Then
    GeneratedBlock.check("streams-scheduler/docs/operations.md", "metrics", HEAD + rows);
  }

  private static String row(SchedulerMeter meter) {
    var labels =
        meter.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(" "));
    var type = meter.kind().name().toLowerCase(Locale.ROOT);
    return "| `%s` | %s | %s | %s |%n".formatted(meter.metricName(), type, labels, meter.help());
  }
}
