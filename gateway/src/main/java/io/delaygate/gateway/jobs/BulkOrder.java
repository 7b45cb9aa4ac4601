package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Order of an operation on jobs, as its record keeps it: a filter or ids.
 *
 * @param ids empty for a filter
 * @param found filter; null for ids
 * @param more headers of each command
 */
record BulkOrder(List<String> ids, BulkRequest.@Nullable Found found, List<Header> more) {
  /** Bytes of all ids: they are in one record, which every gateway holds in memory. */
  static final int IDS_BYTES = 256 << 10;

  private static final String IDS = "ids";
  private static final String MORE = "more";
  private static final String TOPIC = "topic";
  private static final String STATE = "state";
  private static final String FROM = "dueFromMs";
  private static final String TO = "dueToMs";
  private static final String PREFIX = "idPrefix";
  private static final String AFTER = "after";

  /**
   * The order of a call.
   *
   * @throws ProblemException 413 when its ids are too many for a record
   */
  static BulkOrder of(BulkRequest request) {
    if (request instanceof BulkRequest.Found found) {
      return new BulkOrder(List.of(), found, found.more());
    }
    var ids = ((BulkRequest.Ids) request).ids();
    var bytes = ids.stream().mapToLong(id -> id.getBytes(StandardCharsets.UTF_8).length).sum();
    if (bytes > IDS_BYTES) {
      throw new ProblemException(
          ReasonCode.BATCH_TOO_LARGE,
          "the ids of an operation may have at most %d bytes together; start several"
              .formatted(IDS_BYTES));
    }
    return new BulkOrder(ids, null, request.more());
  }

  /** The filter for a namespace. */
  JobFilter filter(String namespace) {
    if (found == null) {
      throw new IllegalStateException("the order has ids");
    }
    var filter = found.filter();
    return new JobFilter(
        filter.topic(),
        filter.state(),
        filter.dueFromMs(),
        filter.dueToMs(),
        filter.idPrefix(),
        namespace);
  }

  /** Where to begin; null for the beginning. */
  @Nullable DuePosition after() {
    return found == null ? null : found.after();
  }

  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    ids.forEach(json.putArray(IDS)::add);
    var headers = json.putArray(MORE);
    more.forEach(
        header -> headers.addObject().put("name", header.key()).put("value", header.value()));
    if (found != null) {
      var filter = found.filter();
      json.put(TOPIC, filter.topic());
      json.put(STATE, filter.state() == null ? null : filter.state().name());
      json.put(FROM, filter.dueFromMs()).put(TO, filter.dueToMs()).put(PREFIX, filter.idPrefix());
      json.put(AFTER, found.after() == null ? null : found.after().text());
    }
    return json;
  }

  static BulkOrder read(JsonNode json) {
    var ids = new ArrayList<String>();
    json.path(IDS).forEach(id -> ids.add(id.asText()));
    var more = new ArrayList<Header>();
    json.path(MORE).forEach(header -> more.add(header(header)));
    return new BulkOrder(ids, ids.isEmpty() ? found(json, more) : null, more);
  }

  private static Header header(JsonNode header) {
    try {
      return new RecordHeader(header.path("name").asText(), header.path("value").binaryValue());
    } catch (IOException notBase64) {
      throw new UncheckedIOException(notBase64);
    }
  }

  private static BulkRequest.Found found(JsonNode json, List<Header> more) {
    var state = json.path(STATE).textValue();
    var filter =
        new JobFilter(
            json.path(TOPIC).textValue(),
            state == null ? null : JobState.valueOf(state),
            json.path(FROM).longValue(),
            json.path(TO).asLong(Long.MAX_VALUE),
            json.path(PREFIX).asText(),
            null);
    var after = json.path(AFTER).textValue();
    return new BulkRequest.Found(
        filter,
        after == null ? null : DuePosition.parse(after).orElse(null),
        BulkRequest.MAX,
        more);
  }
}
