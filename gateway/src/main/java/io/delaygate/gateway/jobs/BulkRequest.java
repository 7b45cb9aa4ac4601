package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.schedulers.ListingCursor;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Parsed body of a call for many jobs: their ids, or a filter. */
public sealed interface BulkRequest {
  /** Request by ids, as they were given. */
  record Ids(List<String> ids) implements BulkRequest {}

  /**
   * Request for the jobs that a filter finds.
   *
   * @param after where an earlier call ended; null begins anew
   * @param limit how many jobs at most
   * @param more headers of each command, beside those that say what it does
   */
  record Found(JobFilter filter, @Nullable DuePosition after, int limit, List<Header> more)
      implements BulkRequest {
    public Found(JobFilter filter, @Nullable DuePosition after, int limit) {
      this(filter, after, limit, List.of());
    }
  }

  /** Highest number of ids in one call. */
  int MAX = ScheduleBatchHandler.ITEMS_MAX;

  /**
   * Reads a body; ends the call with a problem that names the field at fault.
   *
   * @param namespace of the jobs that a filter can find
   */
  static BulkRequest parse(BulkKind kind, String namespace, JobBody body) {
    var fields = new FieldReader(body.fields(), "");
    if (body.hasValue()) {
      throw fields.unknown("value");
    }
    fields.refuseUnknown(Set.of("ids", "filter", "limit", "cursor"));
    var ids = fields.node("ids");
    var filter = fields.node("filter");
    if ((ids == null) == (filter == null)) {
      throw ProblemException.at(
          "ids", ReasonCode.FIELD_MISSING, "give either `ids` or `filter`, not both");
    }
    return ids != null
        ? ids(fields, ids)
        : found(kind, namespace, fields, FieldReader.of(Objects.requireNonNull(filter), "filter"));
  }

  private static BulkRequest ids(FieldReader fields, JsonNode list) {
    if (fields.has("limit") || fields.has("cursor")) {
      throw FieldReader.invalid(fields.has("limit") ? "limit" : "cursor", "goes with a filter");
    }
    if (!list.isArray()) {
      throw FieldReader.invalid("ids", "must be a list of strings");
    }
    if (list.size() > MAX) {
      throw new ProblemException(
          ReasonCode.BATCH_TOO_LARGE, "a call takes %d ids; nothing was changed".formatted(MAX));
    }
    var ids = new ArrayList<String>();
    for (var i = 0; i < list.size(); i++) {
      if (!list.get(i).isTextual()) {
        throw FieldReader.invalid("ids[" + i + "]", "must be a JSON string");
      }
      ids.add(list.get(i).textValue());
    }
    return new Ids(ids);
  }

  private static BulkRequest found(
      BulkKind kind, String namespace, FieldReader fields, FieldReader given) {
    var from = kind.time() + "From";
    var to = kind.time() + "To";
    given.refuseUnknown(Set.of("topic", from, to));
    var topic = given.text("topic");
    if (topic != null && !QueryParameters.isTopic(topic)) {
      throw FieldReader.invalid("filter.topic", "is no legal topic name");
    }
    var filter =
        JobFilter.of(topic, kind.state(), namespace).due(timeMs(given, from), timeMs(given, to));
    if (!given.has("topic") && !given.has(from) && !given.has(to)) {
      throw ProblemException.at(
          "filter", ReasonCode.FIELD_MISSING, "an empty filter would be about every job");
    }
    var cursor = fields.text("cursor");
    return new Found(
        filter, cursor == null ? null : ListingCursor.read(cursor, filter), limit(fields));
  }

  /** A time of a filter, epoch milliseconds; null without it. */
  static @Nullable Long timeMs(FieldReader fields, String name) {
    var node = fields.node(name);
    if (node == null) {
      return null;
    }
    var ms = QueryParameters.timeMsOf(node.asText());
    if (ms == null) {
      throw FieldReader.invalid(
          fields.path() + name, "must be epoch milliseconds or like 2030-01-31T08:00:00+01:00");
    }
    return ms;
  }

  /** The greatest number of jobs; {@link #MAX} when it is not given. */
  static int limit(FieldReader fields) {
    var node = fields.node("limit");
    if (node == null) {
      return MAX;
    }
    if (!node.isInt() || node.intValue() < 1 || node.intValue() > MAX) {
      throw FieldReader.invalid("limit", "must be a whole number from 1 to " + MAX);
    }
    return node.intValue();
  }
}
