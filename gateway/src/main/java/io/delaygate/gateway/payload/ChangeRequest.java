package io.delaygate.gateway.payload;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Request to change a job: the JSON body as headers and value of a command. Fields that are absent
 * stay as they are, so a change cannot remove the payload or all headers.
 *
 * @param headers control headers, then the caller's in their order
 * @param value the new payload; null keeps the old one
 */
public record ChangeRequest(List<Header> headers, byte @Nullable [] value) {
  private static final Set<String> FIELDS =
      Set.of("delay", "delayMs", "due", "dueMs", "headers", "valueBase64", CommandHeaders.TARGET);

  /**
   * Converts a body; ends the call with a problem where names or types are wrong.
   *
   * @param urls of the namespace of the call
   */
  public static ChangeRequest of(JobBody body, JobUrls.OfNamespace urls) {
    var fields = new FieldReader(body.fields(), "");
    fields.refuseUnknown(FIELDS);
    var headers = new CommandHeaders();
    headers.add(DelayHeader.OP, Op.RESCHEDULE.text());
    headers.addTimes(fields);
    addTarget(headers, fields, urls);
    refuseEmptyList(fields);
    headers.addForeign(fields);
    var value = CommandHeaders.value(body, fields);
    if (headers.list().size() == 1 && value == null) {
      throw new ProblemException(
          ReasonCode.TIME_MISSING,
          "a change needs one of delay, delayMs, due, dueMs, target, value, valueBase64 and"
              + " headers");
    }
    return new ChangeRequest(headers.list(), value);
  }

  private static void addTarget(
      CommandHeaders headers, FieldReader fields, JobUrls.OfNamespace urls) {
    headers.addTarget(fields, urls);
    if (fields.node(CommandHeaders.TARGET) != null
        && !headers.has(DelayHeader.TARGET_TOPIC)
        && !headers.has(DelayHeader.TARGET_ENDPOINT)) {
      throw ProblemException.at(
          "target.topic",
          ReasonCode.TARGET_MISSING,
          "a new target must have a 'topic', an 'endpoint' or a 'url', even if only its other fields"
              + " change");
    }
  }

  private static void refuseEmptyList(FieldReader fields) {
    var list = fields.node("headers");
    if (list != null && list.isArray() && list.isEmpty()) {
      throw FieldReader.invalid("headers", "must not be empty: a change cannot remove all headers");
    }
  }
}
