package io.delaygate.gateway.schedule;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.InflightBytes;
import io.delaygate.gateway.publish.Published;
import io.delaygate.gateway.publish.StoredAnswer;
import io.delaygate.gateway.request.JobPath;
import io.delaygate.gateway.request.JsonRequest;
import io.delaygate.schemas.command.Command;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** {@code POST /v1/jobs} and {@code PUT /v1/jobs/{id}}: body to draft to command to topic. */
public final class ScheduleJob {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonRequest request;
  private final Intake intake;
  private final CommandTopic topic;
  private final StoredAnswer answer;

  /** Schedules along these steps. */
  public ScheduleJob(JsonRequest request, Intake intake, CommandTopic topic, StoredAnswer answer) {
    this.request = request;
    this.intake = intake;
    this.topic = topic;
    this.answer = answer;
  }

  /** The id is the body's, or a random one. */
  public void post(Context ctx) {
    schedule(ctx, given -> given.orElseGet(() -> UUID.randomUUID().toString()));
  }

  /** The id is the path's; the body may repeat it. */
  public void put(Context ctx) {
    var id = JobPath.text(ctx);
    schedule(ctx, given -> sameId(id, given));
  }

  private void schedule(Context ctx, Function<Optional<String>, String> chooseId) {
    answer.run(ctx, claim -> send(ctx, claim, chooseId));
  }

  private StoredAnswer.Sent send(
      Context ctx, InflightBytes.Claim claim, Function<Optional<String>, String> chooseId) {
    var draft = JobDraft.of(JobBody.parse(request.read(ctx, claim)));
    var id = chooseId.apply(Optional.ofNullable(draft.id()));
    var command = intake.judge(id, draft);
    var published = topic.send(command.id(), draft.headers(), draft.value());
    return new StoredAnswer.Sent(published, stored -> created(ctx, command, stored));
  }

  private static String sameId(String path, Optional<String> given) {
    if (given.isPresent() && !given.get().equals(path)) {
      throw FieldReader.invalid("id", "the body names another id than the path");
    }
    return path;
  }

  private static void created(Context ctx, Command.Schedule command, Published.Stored stored) {
    var dueMs = command.when().dueMs(stored.timestampMs());
    var json = JSON.createObjectNode();
    json.put("id", command.id().text());
    json.put("dueMs", dueMs);
    json.put("due", Instant.ofEpochMilli(dueMs).toString());
    json.put("partition", stored.partition());
    json.put("offset", stored.offset());
    ctx.status(HttpStatus.CREATED)
        .header(Header.LOCATION, JobPath.of(command.id()))
        .contentType(ContentType.APPLICATION_JSON)
        .result(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
