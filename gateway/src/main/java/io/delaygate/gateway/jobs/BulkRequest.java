package io.delaygate.gateway.jobs;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.KickRequest;
import io.delaygate.gateway.schedulers.ListingCursor;
import io.delaygate.schemas.command.TimeBounds;
import io.delaygate.schemas.command.WholeNumber;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Parsed body of a call for many jobs: their ids, a filter, or an explicit {@code all}. */
public sealed interface BulkRequest {
  /** Headers of each command, beside those that say what it does. */
  List<Header> more();

  /** Which jobs it is about, for people; without their ids. */
  String inWords();

  /** Request by ids, as they were given. */
  record Ids(List<String> ids, List<Header> more) implements BulkRequest {
    @Override
    public String inWords() {
      return ids.size() + " ids";
    }
  }

  /**
   * Request for the jobs that a filter finds.
   *
   * @param after where an earlier call ended; null begins anew
   * @param limit how many jobs at most
   */
  record Found(JobFilter filter, @Nullable DuePosition after, int limit, List<Header> more)
      implements BulkRequest {
    public Found(JobFilter filter, @Nullable DuePosition after, int limit) {
      this(filter, after, limit, List.of());
    }

    @Override
    public String inWords() {
      var words = new StringJoiner(" ").setEmptyValue("all");
      Optional.ofNullable(filter.topic()).ifPresent(topic -> words.add("topic=" + topic));
      Optional.ofNullable(filter.state()).ifPresent(state -> words.add("state=" + state));
      if (filter.dueFromMs() > 0) {
        words.add("dueFromMs=" + filter.dueFromMs());
      }
      if (filter.dueToMs() < Long.MAX_VALUE) {
        words.add("dueToMs=" + filter.dueToMs());
      }
      if (!filter.idPrefix().isEmpty()) {
        words.add("idPrefix=" + filter.idPrefix());
      }
      return words.toString();
    }
  }

  /** The field by which a call is about every job that it can be about. */
  String ALL = "all";

  /** Highest number of ids in one call. */
  int MAX = ScheduleBatchHandler.ITEMS_MAX;

  /**
   * Reads a body; ends the call with a problem that names the field at fault.
   *
   * @param targets of the namespace of the jobs that a filter can find
   * @param most greatest limit, and the limit where none is given
   */
  static BulkRequest parse(BulkKind kind, TargetFilter targets, JobBody body, int most) {
    var fields = new FieldReader(body.fields(), "");
    if (body.hasValue()) {
      throw fields.unknown("value");
    }
    var known = new HashSet<>(Set.of("ids", "filter", ALL, "limit", "cursor"));
    var more = List.<Header>of();
    if (kind == BulkKind.KICK) {
      known.addAll(KickRequest.FIELDS);
      more = KickRequest.headers(fields);
    }
    fields.refuseUnknown(known);
    var ids = fields.node("ids");
    var filter = fields.node("filter");
    checkWhich(fields, "ids", "filter");
    if (ids == null && filter == null) {
      var all = JobFilter.of(null, kind.state(), targets.namespace());
      return found(all, fields, most, more);
    }
    return ids != null
        ? new Ids(ids(fields, ids), more)
        : found(filter(kind, targets, requireNonNull(filter)), fields, most, more);
  }

  /**
   * Checks that a body says which jobs or letters it is about, or that it is about all. Nothing
   * that is left out means all.
   *
   * @param which the fields that say which, of which there may be one
   * @throws ProblemException if it has several of these fields and {@code all}, or none
   */
  static void checkWhich(FieldReader fields, String... which) {
    var given = Arrays.stream(which).filter(name -> fields.node(name) != null).toList();
    var all = fields.node(ALL);
    var names = String.join("` or `", which);
    if (given.size() > 1 || (given.isEmpty() && all == null)) {
      throw ProblemException.at(
          which[0],
          ReasonCode.FIELD_MISSING,
          "give exactly one of `%s` or `\"all\": true`".formatted(names));
    }
    if (all != null && !(all.isBoolean() && all.booleanValue())) {
      throw FieldReader.invalid(ALL, "must be true or left out");
    }
    if (all != null && !given.isEmpty()) {
      throw FieldReader.invalid(ALL, "cannot be given together with `%s`".formatted(given.get(0)));
    }
  }

  private static List<String> ids(FieldReader fields, JsonNode list) {
    if (fields.has("limit") || fields.has("cursor")) {
      throw FieldReader.invalid(
          fields.has("limit") ? "limit" : "cursor", "can be given only with a filter");
    }
    if (!list.isArray()) {
      throw FieldReader.invalid("ids", "must be a list of strings");
    }
    if (list.size() > MAX) {
      throw new ProblemException(
          ReasonCode.BATCH_TOO_LARGE,
          "a call may have at most %d ids; nothing was changed".formatted(MAX));
    }
    var ids = new ArrayList<String>();
    for (var i = 0; i < list.size(); i++) {
      if (!list.get(i).isTextual()) {
        throw FieldReader.invalid("ids[" + i + "]", "must be a JSON string");
      }
      ids.add(list.get(i).textValue());
    }
    return ids;
  }

  private static JobFilter filter(BulkKind kind, TargetFilter targets, JsonNode node) {
    var given = FieldReader.of(node, "filter");
    var from = kind.time() + "From";
    var to = kind.time() + "To";
    given.refuseUnknown(Set.of(TargetFilter.TOPIC, TargetFilter.ENDPOINT, "idPrefix", from, to));
    var target =
        targets.target(
            given.text(TargetFilter.TOPIC),
            given.text(TargetFilter.ENDPOINT),
            (field, fault) -> FieldReader.invalid(given.path() + field, fault));
    var all = JobFilter.of(null, kind.state(), targets.namespace());
    var filter =
        JobFilter.of(target, kind.state(), targets.namespace())
            .due(timeMs(given, from), timeMs(given, to))
            .idPrefix(given.text("idPrefix"));
    if (filter.equals(all)) {
      throw ProblemException.at(
          "filter",
          ReasonCode.FIELD_MISSING,
          "an empty filter would match every job; give `\"all\": true` instead");
    }
    return filter;
  }

  private static BulkRequest found(
      JobFilter filter, FieldReader fields, int most, List<Header> more) {
    var cursor = fields.text("cursor");
    return new Found(
        filter,
        cursor == null ? null : ListingCursor.read(cursor, filter),
        limit(fields, most),
        more);
  }

  /**
   * A time of a filter, epoch milliseconds; null without it. Refuses a time in seconds, as the
   * filter would be about every job; 0 is the beginning.
   */
  static @Nullable Long timeMs(FieldReader fields, String name) {
    var node = fields.node(name);
    if (node == null) {
      return null;
    }
    var field = fields.path() + name;
    var ms = QueryParameters.timeMsOf(WholeNumber.plain(node.asText()));
    if (ms == null) {
      throw FieldReader.invalid(
          field, "must be epoch milliseconds or a time like 2030-01-31T08:00:00+01:00");
    }
    if (ms != 0) {
      TimeBounds.fault(node.asText(), ms, null)
          .ifPresent(
              fault -> {
                throw FieldReader.invalid(field, fault);
              });
    }
    return ms;
  }

  /** The greatest number of jobs; the most that there can be when it is not given. */
  static int limit(FieldReader fields, int most) {
    var limit = fields.whole("limit", 1, most);
    return limit == null ? most : limit.intValue();
  }
}
