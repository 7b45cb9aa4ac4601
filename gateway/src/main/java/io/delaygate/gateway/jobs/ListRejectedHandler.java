package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.ConcurrencyLimiter;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.StrictUtf8;
import io.javalin.http.Context;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Handler of {@code GET /v1/dead-letters?kind=rejected}: rejected commands, newest first. */
public final class ListRejectedHandler {
  private static final int LIMIT_DEFAULT = 100;
  private static final int LIMIT_MAX = 1_000;

  /** Few calls: each reads some megabytes. */
  private static final int WAITING = 10;

  private final ConcurrencyLimiter turns = new ConcurrencyLimiter(1, WAITING);
  private final RejectedCommandReader tail;
  private final Executor threads;
  private final QueryResponder answer;

  /**
   * Handles calls with these parts.
   *
   * @param threads may be held up
   */
  public ListRejectedHandler(RejectedCommandReader tail, Executor threads, QueryResponder answer) {
    this.tail = tail;
    this.threads = threads;
    this.answer = answer;
  }

  /** Answers the call. */
  void get(Context ctx) {
    var given = QueryParameters.of(ctx, Set.of("kind", "limit", "cursor"));
    var limit = given.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    var cursor = given.text("cursor");
    var before = cursor == null ? Map.<Integer, Long>of() : RejectedPage.before(cursor);
    var namespace = AccessGuard.caller(ctx).namespace();
    var trace = CallTrace.of(ctx);
    var here = trace.within(threads);
    answer.run(
        ctx,
        claim ->
            turns.take(
                trace.share(),
                () ->
                    CompletableFuture.supplyAsync(() -> tail.page(namespace, limit, before), here)),
        page -> QueryResponder.json(ctx, json(page)));
  }

  private static ObjectNode json(RejectedPage page) {
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("rejected");
    page.commands().forEach(command -> list.add(CallerJobView.withIsoTimes(json(command))));
    if (!page.before().isEmpty()) {
      json.put("cursor", page.cursor());
    }
    return json;
  }

  private static ObjectNode json(RejectedCommand command) {
    var json = JsonNodeFactory.instance.objectNode();
    putId(json, command);
    json.put("rejectedMs", command.rejectedMs());
    json.put("reason", command.reason());
    json.put("reasonText", command.reasonText());
    var source = command.source();
    json.putObject("source")
        .put("topic", source.topic())
        .put("partition", source.partition())
        .put("offset", source.offset());
    putLetter(json, command);
    return json;
  }

  /** Adds where the letter of a command stands. */
  static void putLetter(ObjectNode json, RejectedCommand command) {
    var letter = command.letter();
    json.putObject("letter").put("partition", letter.partition()).put("offset", letter.offset());
  }

  /** Adds the id of a command, as far as it is known. */
  static void putId(ObjectNode json, RejectedCommand command) {
    var id = command.id();
    if (id == null) {
      json.putNull("id");
    } else {
      StrictUtf8.decode(id)
          .ifPresentOrElse(text -> json.put("id", text), () -> json.put("idBase64", id));
    }
    if (command.isIdCut()) {
      json.put("idBytes", command.idBytes());
    }
  }
}
