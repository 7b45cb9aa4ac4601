package io.delaygate.gateway.cancel;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.Published;
import io.delaygate.gateway.publish.StoredAnswer;
import io.delaygate.gateway.request.JobPath;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * {@code DELETE /v1/jobs/{id}}: 202, as the command is stored but not yet decided; the job may have
 * left already.
 */
public final class CancelJob {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<Header> HEADERS =
      List.of(
          new RecordHeader(
              DelayHeader.OP.headerName(), Op.CANCEL.text().getBytes(StandardCharsets.UTF_8)));

  private final CommandTopic topic;
  private final StoredAnswer answer;

  /** Cancels along these steps. */
  public CancelJob(CommandTopic topic, StoredAnswer answer) {
    this.topic = topic;
    this.answer = answer;
  }

  /** Handles the call. */
  public void delete(Context ctx) {
    var id = JobPath.id(ctx);
    answer.run(
        ctx,
        claim ->
            new StoredAnswer.Sent(
                topic.send(id, HEADERS, null), stored -> accepted(ctx, id, stored)));
  }

  private static void accepted(Context ctx, JobId id, Published.Stored stored) {
    var json = JSON.createObjectNode();
    json.put("id", id.text());
    json.put("partition", stored.partition());
    json.put("offset", stored.offset());
    ctx.status(HttpStatus.ACCEPTED)
        .contentType(ContentType.APPLICATION_JSON)
        .result(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
