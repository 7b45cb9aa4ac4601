package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Barrier that waits until commands are committed, so that callers read their own writes. */
final class CommitBarrier {
  /** Many commits, also on a busy machine. Gateways wait for a second. */
  private static final Duration WAIT = Duration.ofMillis(800);

  /** A fifth of the time between two commits. */
  private static final Duration STEP = Duration.ofMillis(5);

  private static final Pattern COMMAND = Pattern.compile("(\\d{1,9}):(\\d{1,18})");

  private final PartitionReads reads;
  private final Executor later;

  /**
   * A barrier over these partitions.
   *
   * @param threads may block
   */
  CommitBarrier(PartitionReads reads, Executor threads) {
    this.reads = reads;
    this.later = CompletableFuture.delayedExecutor(STEP.toMillis(), TimeUnit.MILLISECONDS, threads);
  }

  /**
   * Reads the parameter {@code commands}: the last one of each partition, {@code 0:17,3:4} for the
   * offset 17 of partition 0 and 4 of partition 3.
   */
  Map<Integer, Long> commands(Context context) {
    var text = context.queryParam(QueryPath.COMMANDS);
    var commands = new TreeMap<Integer, Long>();
    for (var one : text == null ? new String[] {""} : text.split(",", -1)) {
      var command = COMMAND.matcher(one);
      if (!command.matches()) {
        throw QueryRefusal.notUnderstood(
            "commands must have the form partition:offset,partition:offset");
      }
      var existing = reads.placement().partitions();
      commands.put(
          QuestionParameters.partition(command.group(1), existing),
          Long.parseLong(command.group(2)));
    }
    return commands;
  }

  /**
   * Tells whether these commands are {@code committed}; waits for it 0.8 s at most.
   *
   * @param commands the offset of the last one of each partition
   * @return completes on a thread that may block
   */
  CompletableFuture<ObjectNode> await(Map<Integer, Long> commands) {
    return await(commands, (int) WAIT.dividedBy(STEP));
  }

  private CompletableFuture<ObjectNode> await(Map<Integer, Long> commands, int looks) {
    var isDone = areCommitted(commands);
    if (isDone || looks == 0) {
      return CompletableFuture.completedFuture(
          JsonNodeFactory.instance.objectNode().put("committed", isDone));
    }
    return CompletableFuture.supplyAsync(() -> looks - 1, later)
        .thenCompose(left -> await(commands, left));
  }

  private boolean areCommitted(Map<Integer, Long> commands) {
    return reads.of(commands.keySet()).stream()
        .allMatch(read -> read.jobs().position() > commands.getOrDefault(read.partition(), 0L));
  }
}
