package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.jobs.BulkChanger.Changed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Bulk change of the jobs that a caller lists by id, with a result for each. */
final class ListedBulkChange {
  private final BulkChangeHandler.Call call;

  ListedBulkChange(BulkChangeHandler.Call call) {
    this.call = call;
  }

  /** The answer. It has fewer results than ids when the call ended early: the rest is untouched. */
  CompletableFuture<ObjectNode> change(List<String> ids, BooleanSupplier timeIsUp) {
    var targets = ids.stream().map(id -> new BulkChanger.Target(id, null)).toList();
    return new BulkChanger(call, timeIsUp, targets)
        .start()
        .thenApply(done -> answer(done, ids.size()));
  }

  private ObjectNode answer(List<Changed> done, int asked) {
    BulkChangeHandler.refuseWhenNothingWasSent(done);
    var counts = new OutcomeCounts(call.kind());
    counts.add(done);
    var json = counts.json();
    var results = json.putArray("results");
    done.forEach(one -> results.add(result(results.size(), one)));
    json.put("done", done.size() == asked && done.stream().allMatch(Changed::isHandled));
    return json;
  }

  private static ObjectNode result(int index, Changed one) {
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
