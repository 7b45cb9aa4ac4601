package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.push.CallHeaders;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Rules for the headers that all calls of an endpoint have, fixed and secret ones. */
final class FixedHeaderRules {
  /** Services that need more are rare, and each of them is sent with each call. */
  static final int HEADERS_MAX = 20;

  /** A long token or a certificate fits. */
  static final int VALUE_MAX = 4 << 10;

  /** All names and values together: most servers refuse headers above 8 KiB. */
  static final int TOTAL_MAX = 8 << 10;

  /** A longer name is a mistake. */
  private static final int NAME_MAX = 100;

  /** A job's trace context goes on to the endpoint. */
  private static final Set<String> TRACE = Set.of("traceparent", "tracestate");

  private FixedHeaderRules() {}

  /** The fault of a header, without its value; empty for a valid one. */
  static Optional<String> fault(String name, String value) {
    if (name.length() > NAME_MAX) {
      return Optional.of("the header's name must have at most %d characters".formatted(NAME_MAX));
    }
    if (TRACE.contains(name.toLowerCase(Locale.ROOT))) {
      return Optional.of("the header " + name + " is set by the gateway");
    }
    if (value.isEmpty() || value.length() > VALUE_MAX) {
      return Optional.of("the header %s must have 1 to %d characters".formatted(name, VALUE_MAX));
    }
    return CallHeaders.fixedFault(name, value);
  }

  /** The fault of all headers together; empty for none. */
  static Optional<String> faultOfAll(int number, int characters) {
    if (number > HEADERS_MAX) {
      return Optional.of(
          "an endpoint may have at most %d headers, secret ones included".formatted(HEADERS_MAX));
    }
    return characters > TOTAL_MAX
        ? Optional.of(
            "all headers together may have at most %d characters, secret ones included"
                .formatted(TOTAL_MAX))
        : Optional.empty();
  }
}
