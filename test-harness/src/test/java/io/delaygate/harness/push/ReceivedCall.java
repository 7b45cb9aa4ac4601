package io.delaygate.harness.push;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Call that a server received.
 *
 * @param atMs when its head was complete, epoch milliseconds
 * @param path with the query
 * @param headers by name in lower case
 */
public record ReceivedCall(
    long atMs, String method, String path, Map<String, String> headers, byte[] body) {
  /** The value of a header; empty without it. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /** The id of the message, the same for each attempt. */
  public String messageId() {
    return header("webhook-id");
  }

  /** The body as UTF-8. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
