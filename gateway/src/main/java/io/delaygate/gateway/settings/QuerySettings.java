package io.delaygate.gateway.settings;

import java.util.List;
import java.util.Optional;

/**
 * Where questions about jobs go.
 *
 * @param urls query servers of any schedulers; empty when questions cannot be answered
 * @param secret what they are shown; empty when they ask for nothing
 */
public record QuerySettings(List<String> urls, Optional<String> secret) {
  /** Without the secret. */
  @Override
  public String toString() {
    return "QuerySettings[urls=" + urls + "]";
  }
}
