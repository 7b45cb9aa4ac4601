package io.delaygate.gateway.rejected;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.JobView;
import io.delaygate.gateway.query.Parameters;
import io.delaygate.gateway.query.QueryAnswer;
import io.delaygate.gateway.query.Turns;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** {@code GET /v1/dead-letters?kind=rejected}: commands that were rejected, newest first. */
public final class ListRejected {
  private static final int LIMIT_DEFAULT = 100;
  private static final int LIMIT_MAX = 1_000;

  /** Each reads some megabytes. */
  private static final int WAITING = 10;

  private final Turns turns = new Turns(1, WAITING);
  private final RejectedTail tail;
  private final Executor threads;
  private final QueryAnswer answer;

  /**
   * Lists and answers that way.
   *
   * @param topic of dead letters
   * @param connect opens consumers that belong to no group
   * @param ticker monotonic nanoseconds
   * @param threads may be held up
   */
  public ListRejected(
      String topic,
      Supplier<Consumer<byte[], byte[]>> connect,
      LongSupplier ticker,
      Executor threads,
      QueryAnswer answer) {
    this.tail = new RejectedTail(topic, connect, ticker);
    this.threads = threads;
    this.answer = answer;
  }

  /** Handles the call. */
  public void get(Context ctx) {
    var limit =
        Parameters.of(ctx, Set.of("kind", "limit")).number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    answer.run(
        ctx,
        claim -> turns.take(() -> CompletableFuture.supplyAsync(() -> tail.newest(limit), threads)),
        letters -> QueryAnswer.json(ctx, json(letters)));
  }

  private static ObjectNode json(List<ConsumerRecord<byte[], byte[]>> letters) {
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("rejected");
    letters.forEach(letter -> list.add(JobView.withIsoTimes(json(letter))));
    return json;
  }

  private static ObjectNode json(ConsumerRecord<byte[], byte[]> letter) {
    var json = JsonNodeFactory.instance.objectNode();
    putKey(json, letter.key());
    json.put("rejectedMs", letter.timestamp());
    json.put("reason", RejectedTail.text(letter, "delay-reason"));
    json.put("reasonText", RejectedTail.text(letter, "delay-reason-text"));
    json.putObject("source")
        .put("topic", RejectedTail.text(letter, RejectedTail.SOURCE))
        .put("partition", number(letter, "delay-source-partition"))
        .put("offset", number(letter, "delay-source-offset"));
    json.putObject("letter").put("partition", letter.partition()).put("offset", letter.offset());
    return json;
  }

  /** Whoever writes to the topic of dead letters besides the scheduler may write anything. */
  private static long number(ConsumerRecord<byte[], byte[]> letter, String name) {
    try {
      return Long.parseLong(RejectedTail.text(letter, name));
    } catch (NumberFormatException notOurs) {
      return -1;
    }
  }

  private static void putKey(ObjectNode json, byte[] key) {
    if (key == null) {
      json.putNull("id");
      return;
    }
    try {
      json.put("id", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString());
    } catch (CharacterCodingException notUtf8) {
      json.put("idBase64", key);
    }
  }
}
