package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.incidents.RejectedCommands;
import io.delaygate.scheduler.ops.Health;
import io.delaygate.scheduler.ops.RecentEmissions.Part;
import io.delaygate.scheduler.ops.RecentEmissions.Seen;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Health, lateness and unread commands of this instance; "starting" until {@link #follow}.
 * Thread-safe.
 */
public final class InstanceState {
  private static final Told STARTING =
      new Told(new Health(List.of(), List.of("starting")), Seen::nothing, Map.of());

  private volatile Supplier<Told> latest = () -> STARTING;
  private volatile RejectedCommands rejections = new RejectedCommands();
  private volatile Consumer<ObjectNode> facts = answer -> {};

  /**
   * State of the instance at one moment.
   *
   * @param emitted called only when it is told, as it takes the lock of the counts for 0.5 ms
   * @param unread commands that were not read yet, by partition; one that is not known is missing
   */
  public record Told(Health health, Supplier<Seen> emitted, Map<Integer, Long> unread) {}

  /** Sets the source that is asked from now on. */
  public void follow(Supplier<Told> source) {
    latest = source;
  }

  /**
   * Sets what queries show of incidents from now on.
   *
   * @param health writes the facts that the health of the instance is judged by
   */
  public void show(RejectedCommands rejected, Consumer<ObjectNode> health) {
    rejections = rejected;
    facts = health;
  }

  RejectedCommands rejections() {
    return rejections;
  }

  void putFacts(ObjectNode answer) {
    facts.accept(answer);
  }

  Map<Integer, Long> unread() {
    return latest.get().unread();
  }

  void put(ObjectNode answer) {
    var told = latest.get();
    answer.put("ready", told.health().ready());
    answer.put("why", String.join("; ", told.health().remarks()));
    var emitted = told.emitted().get();
    var pace = answer.putObject("emitted").put("overMs", emitted.overMs());
    var lateness = emitted.lateness();
    pace.put("histogram", lateness.text()).put("maxMs", lateness.maxMs());
    var list = pace.putArray("lateness"); // for gateways that do not know histograms
    for (Part part : emitted.parts()) {
      var json = list.addObject().put("jobs", part.jobs());
      if (part.toMs() != Long.MAX_VALUE) {
        json.put("toMs", part.toMs());
      }
    }
  }
}
