package io.delaygate.gateway.batch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.batch.CancelEach.Cancelled;
import io.delaygate.gateway.outcome.Outcomes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** Cancels the ids that a caller names, and says of each what became of it. */
final class CancelIds {
  private final Outcomes outcomes;
  private final Executor threads;

  CancelIds(Outcomes outcomes, Executor threads) {
    this.outcomes = outcomes;
    this.threads = threads;
  }

  /** The answer. It has fewer results than ids when the call ended early: the rest is untouched. */
  CompletableFuture<ObjectNode> cancel(List<String> ids, BooleanSupplier timeIsUp) {
    var targets = ids.stream().map(id -> new CancelEach.Target(id, null)).toList();
    return new CancelEach(outcomes, threads, timeIsUp, targets)
        .start()
        .thenApply(done -> answer(done, ids.size()));
  }

  private static ObjectNode answer(List<Cancelled> done, int asked) {
    BulkCancel.refuseWhenNothingWasSent(done);
    var counts = new CancelCounts();
    counts.add(done);
    var json = counts.json();
    var results = json.putArray("results");
    done.forEach(one -> results.add(result(results.size(), one)));
    json.put("done", done.size() == asked && done.stream().allMatch(Cancelled::isHandled));
    return json;
  }

  private static ObjectNode result(int index, Cancelled one) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("index", index);
    json.put("id", one.target().id());
    json.put("status", one.http().status());
    if (one.http().problem() != null) {
      json.set("problem", one.http().json());
      return json;
    }
    json.set("outcome", one.http().json().get("outcome"));
    if (one.http().version() != null) {
      json.put("version", one.http().version());
    }
    return json;
  }
}
