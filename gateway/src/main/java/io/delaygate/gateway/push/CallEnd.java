package io.delaygate.gateway.push;

import org.jspecify.annotations.Nullable;

/** End of a call: an answer, or the failure to get one. */
public sealed interface CallEnd {
  /** How many bytes of an answer's body are kept: what a result of a job may have. */
  int HEAD_BYTES = 256;

  /** How long the call took, milliseconds. */
  long tookMs();

  /**
   * Answer of the endpoint.
   *
   * @param retryAfter the header {@code Retry-After} as it came; null without it
   * @param head first bytes of the body, at most {@link #HEAD_BYTES}
   */
  record Answered(int status, @Nullable String retryAfter, byte[] head, long tookMs)
      implements CallEnd {}

  /**
   * Failure before the answer was complete. The endpoint may have received the call all the same.
   *
   * @param text what failed, for users
   */
  record Failed(Kind kind, String text, long tookMs) implements CallEnd {}

  /** Kind of a failure. */
  enum Kind {
    /** The URL or an address behind it is not allowed; nothing was opened. */
    REFUSED,
    /** The name has no address, or its lookup failed or took too long. */
    NAME,
    /** No connection: refused, unreachable or too slow. */
    CONNECT,
    /** No TLS connection, such as for a certificate that is not trusted. */
    TLS,
    /** The time of the call was over. */
    TIMEOUT,
    /** The connection broke, or the answer was not valid HTTP. */
    BROKEN,
    /** The gateway stopped. */
    STOPPED
  }
}
