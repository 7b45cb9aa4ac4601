package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Results of the items of a batch, in order. The call's thread adds them; they complete on any
 * thread.
 */
final class BatchResults {
  private final List<CompletableFuture<Result>> results = new ArrayList<>();
  private volatile @Nullable Problem end;
  private boolean anySent;

  /**
   * Result of one item.
   *
   * @param json as bytes: ten thousand trees would take ten times the memory
   */
  record Result(int status, byte[] json) {
    static Result of(int index, int status, ObjectNode more) {
      var json = JsonNodeFactory.instance.objectNode();
      json.put("index", index);
      json.put("status", status);
      json.setAll(more);
      return new Result(status, json.toString().getBytes(StandardCharsets.UTF_8));
    }

    static Result of(int index, Problem problem) {
      var more = JsonNodeFactory.instance.objectNode();
      more.set("problem", problem.node());
      return of(index, problem.status(), more);
    }
  }

  int size() {
    return results.size();
  }

  void add(CompletableFuture<Result> result) {
    results.add(result);
  }

  /** Notes that an item was sent to Kafka; its result tells whether it was stored. */
  void noteSent() {
    anySent = true;
  }

  /** Whether anything may have been stored. */
  boolean anySent() {
    return anySent;
  }

  /** Ends the batch after the items that were added, for this reason; the first reason stays. */
  synchronized void endWith(Problem problem) {
    if (end == null) {
      end = problem;
    }
  }

  /** Why the call ends early; null as long as it does not. */
  @Nullable Problem end() {
    return end;
  }

  /** Completes when every item that was added has ended. */
  CompletableFuture<BatchResults> allEnded() {
    return CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new))
        .thenApply(nothing -> this);
  }

  /** The number of items stored; to be called when all have ended. */
  long scheduled() {
    return results.stream()
        .filter(result -> result.join().status() == HttpStatus.CREATED_201)
        .count();
  }

  /** The body of the answer; to be called when all have ended. */
  byte[] json() {
    var scheduled = scheduled();
    var json = new ByteArrayOutputStream();
    add(json, "{\"scheduled\":" + scheduled + ",\"failed\":" + (size() - scheduled));
    add(json, ",\"results\":[");
    for (var i = 0; i < results.size(); i++) {
      add(json, i == 0 ? "\n" : ",\n");
      json.writeBytes(results.get(i).join().json());
    }
    add(json, "]");
    var early = end;
    if (early != null) {
      add(json, ",\"error\":" + early.node());
    }
    add(json, "}");
    return json.toByteArray();
  }

  private static void add(ByteArrayOutputStream json, String text) {
    json.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
