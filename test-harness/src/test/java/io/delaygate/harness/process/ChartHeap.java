package io.delaygate.harness.process;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** JVM flags of a service in a pod of the chart, from the chart and the start script. */
public final class ChartHeap {
  private static final Pattern HEAP = Pattern.compile("HEAP_OPTS=\"\\$\\{HEAP_OPTS:-([^}]*)}\"");

  /** Memory below which a JVM chooses the serial collector, in MiB. */
  private static final int SERVER_MIB = 1792;

  private ChartHeap() {}

  /** Flags of a scheduler with the chart's defaults. */
  public static List<String> scheduler() {
    return flags("scheduler", "streams-scheduler");
  }

  /** Flags of a gateway with the chart's defaults. */
  public static List<String> gateway() {
    return flags("gateway", "gateway");
  }

  private static List<String> flags(String service, String module) {
    var starter = Path.of("..", module, "src/main/dist/bin", "delaygate-" + service);
    try {
      var values = new YAMLMapper().readTree(Path.of("../helm/delaygate/values.yaml").toFile());
      var limit = values.at("/" + service + "/resources/limits/memory").asText();
      var mebibytes = Integer.parseInt(limit.substring(0, limit.indexOf("Mi")));
      var heap = HEAP.matcher(Files.readString(starter));
      if (!heap.find() || !values.at("/" + service + "/heapOpts").asText().isEmpty()) {
        throw new IllegalStateException("no default heap in " + starter);
      }
      var flags = new ArrayList<>(List.of("-XX:MaxRAM=" + mebibytes + "m"));
      flags.addAll(List.of(heap.group(1).split(" ")));
      flags.add("-XX:+ExitOnOutOfMemoryError");
      if (mebibytes < SERVER_MIB) {
        flags.add("-XX:+UseSerialGC");
      }
      return flags;
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }
}
