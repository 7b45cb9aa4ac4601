package io.delaygate.gateway.operations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import java.util.OptionalLong;

/** JSON of an operation for callers. */
final class OperationJson {
  /** Below it, the remaining time would be a guess. */
  private static final double RATE_MIN = 0.1;

  private static final double MS_PER_SECOND = 1_000;

  private OperationJson() {}

  static ObjectNode of(Operation operation) {
    var request = operation.asked();
    var json = OperationText.object();
    json.put("id", operation.id().id());
    json.put("kind", request.kind().text());
    json.put("state", operation.state().name());
    json.set("request", request.asked());
    json.put("actor", request.actor());
    json.put("startedMs", request.startedMs());
    var progress = operation.progress();
    if (progress == null) {
      json.putNull("total").put("handled", 0).putObject("counts");
    } else {
      add(json, operation, progress);
    }
    json.put("perSecond", perSecond(operation));
    if (operation.owner() != null) {
      json.put("gateway", operation.owner().gateway());
    }
    var shown = CallerJobView.withIsoTimes(json);
    remainingMs(operation).ifPresent(ms -> shown.put("remainingMs", ms));
    return shown;
  }

  private static double perSecond(Operation operation) {
    var progress = operation.progress();
    return progress == null || !operation.isOwned()
        ? 0
        : Math.round(progress.mark().perSecond() * 10) / 10.0;
  }

  private static OptionalLong remainingMs(Operation operation) {
    var progress = operation.progress();
    if (progress == null
        || progress.total() == null
        || operation.state() != OperationState.RUNNING
        || progress.mark().perSecond() < RATE_MIN) {
      return OptionalLong.empty();
    }
    var left = Math.max(0, progress.total() - progress.handled());
    return OptionalLong.of(Math.round(left / progress.mark().perSecond() * MS_PER_SECOND));
  }

  private static void add(ObjectNode json, Operation operation, OperationProgress progress) {
    json.put("total", progress.total());
    json.put("handled", progress.handled());
    var counts = json.putObject("counts");
    progress.counts().forEach(counts::put);
    json.put("updatedMs", progress.mark().atMs());
    if (operation.isEnded()) {
      json.put("endedMs", progress.mark().atMs());
    }
    var condition = progress.condition();
    if (condition.waiting() != null && operation.isOwned()) {
      json.put("waiting", condition.waiting());
    }
    if (condition.error() != null) {
      json.put("error", condition.error());
    }
  }
}
