package io.delaygate.harness.fuzz;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Answer as received.
 *
 * @param headers values by name in lower case
 */
record WireAnswer(int status, Map<String, List<String>> headers, byte[] body) {
  /** The first value of a header. */
  Optional<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  /** The media type, without parameters. */
  String mediaType() {
    return header("Content-Type").map(it -> it.replaceAll(";.*", "").strip()).orElse("");
  }

  boolean closes() {
    return header("Connection").filter(it -> it.equalsIgnoreCase("close")).isPresent();
  }
}
