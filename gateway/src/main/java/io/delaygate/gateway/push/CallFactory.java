package io.delaygate.gateway.push;

import io.delaygate.gateway.push.EndpointCall.Field;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Factory of calls from the facts of an endpoint and a job. Of headers that both have the
 * endpoint's is sent; the job's trace context is among its headers, and goes on to the endpoint.
 */
public final class CallFactory {
  private static final String CONTENT_TYPE = "content-type";

  private static final String BYTES = "application/octet-stream";

  private static final byte[] NO_BODY = {};

  private static final String HEX = "0123456789ABCDEF";

  private CallFactory() {}

  /**
   * The call for a job.
   *
   * @param now the time that is signed: receivers refuse calls that are much older
   */
  public static EndpointCall of(EndpointFacts endpoint, JobFacts job, Instant now) {
    var body = job.body() == null ? NO_BODY : job.body();
    var fields = new ArrayList<>(endpoint.headers());
    var taken = names(fields);
    if (taken.add(CONTENT_TYPE)) {
      fields.add(
          new Field(CONTENT_TYPE, CallHeaders.first(job.headers(), CONTENT_TYPE).orElse(BYTES)));
    }
    fields.addAll(CallHeaders.ofJob(job.headers(), taken));
    fields.addAll(signature(endpoint, job, now, body));
    fields.add(new Field(DelayHeader.JOB_ID, text(job.id())));
    fields.add(new Field(DelayHeader.JOB_DUE_MS, Long.toString(job.dueMs())));
    fields.add(new Field(DelayHeader.JOB_ATTEMPT, Integer.toString(job.attempt())));
    var url = EndpointUrl.join(endpoint.url(), job.path());
    return new EndpointCall(url, endpoint.method(), fields, body, endpoint.timeout());
  }

  private static List<Field> signature(
      EndpointFacts endpoint, JobFacts job, Instant now, byte[] body) {
    var id = MessageId.of(job.id(), job.createdMs());
    var timestamp = now.getEpochSecond();
    var fields = new ArrayList<Field>();
    fields.add(new Field("webhook-id", id));
    fields.add(new Field("webhook-timestamp", Long.toString(timestamp)));
    if (!endpoint.signingSecrets().isEmpty()) {
      var text = WebhookSignature.of(endpoint.signingSecrets(), id, timestamp, body);
      fields.add(new Field("webhook-signature", text));
    }
    return fields;
  }

  private static Set<String> names(List<Field> fields) {
    var names = new HashSet<String>();
    fields.forEach(field -> names.add(field.name().toLowerCase(Locale.ROOT)));
    return names;
  }

  /** The id as a header can have it: percent-encoded where it is not visible ASCII. */
  private static String text(JobId id) {
    var text = new StringBuilder();
    for (var next : id.bytes()) {
      if (next > ' ' && next <= '~' && next != '%') {
        text.append((char) next);
      } else {
        text.append('%').append(HEX.charAt(next >> 4 & 15)).append(HEX.charAt(next & 15));
      }
    }
    return text.toString();
  }
}
