package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.operations.OperationPlace;
import io.delaygate.gateway.operations.OperationWork;
import io.delaygate.gateway.payload.RecordValidator;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work of operations that send rejected commands again. A part that was sent, but not recorded when
 * its gateway died, is sent again by the successor.
 */
public final class RedriveOperationWork implements OperationWork {
  /** Commands of a part: as many may be sent twice. */
  static final int PART = 500;

  /** Time of a part, so that its owner does not fall silent. */
  private static final long WITHIN_NANOS = 1_000_000_000L;

  private static final List<String> COUNTED = List.of("sent", "refused");

  private final BulkOperationParts parts;
  private final RejectedCommandReader letters;

  /** Work that reads these letters. */
  public RedriveOperationWork(BulkOperationParts parts, RejectedCommandReader letters) {
    this.parts = parts;
    this.letters = letters;
  }

  @Override
  public @Nullable Long count(Task task) {
    return null; // a topic of letters tells only offsets
  }

  @Override
  public @Nullable String advance(Task task) throws InterruptedException {
    var id = task.operation().id();
    var progress = task.progress();
    var filter = filter(id.namespace(), task.request().work());
    var cursor = progress.place().cursor();
    var request =
        new RedriveRequest(
            null,
            filter,
            cursor == null ? null : RedriveCursor.read(cursor, filter),
            (int) Math.min(PART, task.request().left(progress.handled())));
    var answer = sent(task, request);
    var counts = new LinkedHashMap<String, Long>();
    COUNTED.stream()
        .filter(name -> answer.path(name).longValue() > 0)
        .forEach(name -> counts.put(name, answer.path(name).longValue()));
    var next = answer.path("cursor").textValue();
    var place = new OperationPlace(next == null ? cursor : next, next == null, List.of());
    var after = progress.handled(counts, List.of()).at(place);
    var refusal = answer.path("refusals").path(0);
    task.record(refusal.isObject() ? after.failing(text(refusal)) : after);
    return answer.path("problem").path("detail").textValue();
  }

  private static String text(JsonNode refusal) {
    return "%s: %s (%s)"
        .formatted(
            refusal.path("id").asText(),
            refusal.path("reasonText").asText(),
            refusal.path("reason").asText());
  }

  private ObjectNode sent(Task task, RedriveRequest request) {
    var namespace = task.operation().id().namespace();
    var asked = task.request();
    var startedAt = parts.ticker().getAsLong();
    var steps = parts.steps();
    var sender =
        new LetterSender(
            new RecordValidator(steps.validator()),
            steps.commands(),
            asked.caller(namespace, parts.limits(asked.token())),
            new LetterSender.Bounds(
                () -> true,
                () -> parts.ticker().getAsLong() - startedAt > WITHIN_NANOS || !task.goesOn()),
            new InflightWindow(parts.inflight(), parts.shares().of(namespace)));
    return letters.read(
        (consumer, partitions) -> new RedriveRun(request, sender, consumer, partitions).run());
  }

  /** The filter as its record keeps it. */
  static ObjectNode json(RejectedFilter filter) {
    var json = JsonNodeFactory.instance.objectNode().put("idPrefix", filter.idPrefix());
    json.put("reason", filter.reason() == null ? null : filter.reason().name());
    json.put("fromMs", filter.fromMs());
    json.put("toMs", filter.toMs());
    return json;
  }

  private static RejectedFilter filter(String namespace, JsonNode json) {
    var reason = json.path("reason").textValue();
    return new RejectedFilter(
        namespace,
        reason == null ? null : ReasonCode.valueOf(reason),
        json.path("idPrefix").asText(),
        number(json.path("fromMs")),
        number(json.path("toMs")));
  }

  private static @Nullable Long number(JsonNode node) {
    return node.isIntegralNumber() ? (Long) node.longValue() : null;
  }
}
