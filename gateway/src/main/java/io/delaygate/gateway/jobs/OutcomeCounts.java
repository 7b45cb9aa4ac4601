package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CommandResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts of the jobs of a bulk call, by their outcome. */
final class OutcomeCounts {
  private static final String UNANSWERED = "unanswered";
  private static final String FAILED = "failed";

  private final BulkKind kind;
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  OutcomeCounts(BulkKind kind) {
    this.kind = kind;
    for (var name :
        List.of(kind.counted(), "alreadyDelivered", "notFound", "stale", UNANSWERED, FAILED)) {
      counts.put(name, 0);
    }
  }

  void add(List<BulkChanger.Changed> done) {
    done.forEach(one -> counts.merge(name(one.answer()), 1, Integer::sum));
  }

  /** The counts as JSON that may be added to. */
  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    counts.forEach(json::put);
    return json;
  }

  private String name(@Nullable CommandResult answer) {
    if (answer instanceof CommandResult.Unanswered) {
      return UNANSWERED;
    }
    if (!(answer instanceof CommandResult.Decided decided)) {
      return FAILED;
    }
    if (decided.outcome() == kind.success()) {
      return kind.counted();
    }
    return switch (decided.outcome()) {
      case ALREADY_DELIVERED -> "alreadyDelivered";
      case NOT_FOUND -> "notFound";
      case STALE -> "stale";
      default -> FAILED;
    };
  }
}
