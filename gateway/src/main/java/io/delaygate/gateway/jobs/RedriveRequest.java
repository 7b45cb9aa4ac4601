package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Parsed body of a redrive: dead letters by partition and offset, a filter, or all. Nothing that is
 * left out means all.
 *
 * @param letters offsets by partition; null for those that the filter takes
 * @param filter of the commands, which takes all of the namespace where letters are named
 * @param after where an earlier call ended; null begins anew
 * @param limit how many commands at most
 */
record RedriveRequest(
    @Nullable SortedMap<Integer, NavigableSet<Long>> letters,
    RejectedFilter filter,
    @Nullable RedriveCursor after,
    int limit) {
  private static final String LETTERS = "letters";
  private static final String FILTER = "filter";

  private static final String REASON = "reason";
  private static final String PREFIX = "idPrefix";
  private static final String FROM = "rejectedFrom";
  private static final String TO = "rejectedTo";

  /**
   * Reads a body; ends the call with a problem that names the field at fault.
   *
   * @param namespace of the commands
   * @param most greatest limit, and the limit where none is given
   */
  static RedriveRequest parse(String namespace, JobBody body, int most) {
    var fields = body.fieldsAmong(Set.of(LETTERS, FILTER, BulkRequest.ALL, "limit", "cursor"));
    BulkRequest.checkWhich(fields, LETTERS, FILTER);
    var letters = fields.node(LETTERS);
    if (letters != null) {
      return named(namespace, fields, letters);
    }
    var given = fields.node(FILTER);
    var filter =
        given == null
            ? RejectedFilter.all(namespace)
            : filter(namespace, FieldReader.of(given, FILTER));
    var cursor = fields.text("cursor");
    return new RedriveRequest(
        null,
        filter,
        cursor == null ? null : RedriveCursor.read(cursor, filter),
        BulkRequest.limit(fields, most));
  }

  /** Which commands it is about, for people; without their ids. */
  String inWords() {
    return letters == null
        ? filter.inWords()
        : letters.values().stream().mapToInt(NavigableSet::size).sum() + " letters";
  }

  private static RedriveRequest named(String namespace, FieldReader fields, JsonNode list) {
    if (fields.has("limit") || fields.has("cursor")) {
      throw FieldReader.invalid(
          fields.has("limit") ? "limit" : "cursor", "can be given only with a filter or `all`");
    }
    if (!list.isArray()) {
      throw FieldReader.invalid(LETTERS, "must be a list of {partition, offset}");
    }
    if (list.size() > BulkRequest.MAX) {
      throw new ProblemException(
          ReasonCode.BATCH_TOO_LARGE,
          "a call may have at most %d letters; nothing was sent".formatted(BulkRequest.MAX));
    }
    var letters = new TreeMap<Integer, NavigableSet<Long>>();
    for (var i = 0; i < list.size(); i++) {
      var letter = FieldReader.of(list.get(i), "letters[" + i + "]");
      letter.refuseUnknown(Set.of("partition", "offset"));
      var partition = (int) number(letter, "partition", Integer.MAX_VALUE);
      letters
          .computeIfAbsent(partition, none -> new TreeSet<>())
          .add(number(letter, "offset", Long.MAX_VALUE));
    }
    return new RedriveRequest(letters, RejectedFilter.all(namespace), null, BulkRequest.MAX);
  }

  private static long number(FieldReader letter, String name, long most) {
    var number = letter.whole(name, 0, most);
    if (number == null) {
      throw ProblemException.at(
          letter.path() + name, ReasonCode.FIELD_MISSING, "'" + name + "' is missing");
    }
    return number;
  }

  private static RejectedFilter filter(String namespace, FieldReader given) {
    given.refuseUnknown(Set.of(REASON, PREFIX, FROM, TO));
    var prefix = given.text(PREFIX);
    var filter =
        new RejectedFilter(
            namespace,
            reason(given.text(REASON)),
            prefix == null ? "" : prefix,
            BulkRequest.timeMs(given, FROM),
            BulkRequest.timeMs(given, TO));
    if (filter.equals(RejectedFilter.all(namespace))) {
      throw ProblemException.at(
          FILTER,
          ReasonCode.FIELD_MISSING,
          "an empty filter would match every rejected command; give `\"all\": true` instead");
    }
    return filter;
  }

  /** A reason that does not exist would silently find nothing. */
  private static @Nullable ReasonCode reason(@Nullable String text) {
    try {
      return text == null ? null : ReasonCode.valueOf(text);
    } catch (IllegalArgumentException unknown) {
      throw FieldReader.invalid(
          FILTER + "." + REASON, "reason code '%s' does not exist".formatted(text));
    }
  }
}
