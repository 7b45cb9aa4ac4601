package io.delaygate.gateway.settings;

import java.util.List;
import java.util.Optional;

/**
 * Settings of queries to the schedulers.
 *
 * @param urls query servers of any schedulers; empty when queries cannot be answered
 * @param secret sent with each query; empty when the schedulers need none
 */
public record QuerySettings(List<String> urls, Optional<String> secret) {
  /** Without the secret. */
  @Override
  public String toString() {
    return "QuerySettings[urls=" + urls + "]";
  }
}
