package io.delaygate.schemas.job;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Value and headers that a job delivers, unchanged.
 *
 * @param value opaque; null is a null value
 * @param headers the caller's headers: order, duplicates and null values kept
 */
public record Payload(byte @Nullable [] value, List<Header> headers) {
  /** Copies the list, so that a stored job never changes. */
  public Payload(byte @Nullable [] value, List<Header> headers) {
    this.value = value;
    this.headers = List.copyOf(headers);
  }
}
