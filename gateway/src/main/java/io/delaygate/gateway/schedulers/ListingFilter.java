package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.PercentEncoding;
import org.jspecify.annotations.Nullable;

/**
 * Filter of a listing. A null field does not filter.
 *
 * @param topic the target topic
 * @param state the name of one; null for every pending one
 * @param dueFromMs due at this time or later, epoch milliseconds
 * @param dueToMs due before this time, epoch milliseconds
 * @param idPrefix prefix of ids, without the namespace
 * @param namespace of the jobs
 */
public record ListingFilter(
    @Nullable String topic,
    @Nullable String state,
    @Nullable Long dueFromMs,
    @Nullable Long dueToMs,
    @Nullable String idPrefix,
    String namespace) {

  /** The filter as query parameters, always in this order. */
  String query() {
    return parameter("topic", topic)
        + parameter("state", state)
        + parameter("dueFrom", dueFromMs)
        + parameter("dueTo", dueToMs)
        + parameter("idPrefix", idPrefix)
        + parameter("namespace", namespace);
  }

  private static String parameter(String name, @Nullable Object value) {
    return value == null ? "" : "&" + name + "=" + PercentEncoding.encode(value.toString());
  }
}
