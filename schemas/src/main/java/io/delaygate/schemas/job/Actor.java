package io.delaygate.schemas.job;

import java.nio.charset.StandardCharsets;

/**
 * Author of a change of a job: a caller of a gateway by the name of its token, or one of the words
 * below. Names of tokens have letters, digits, {@code .}, {@code _} and {@code -}; a token of a
 * namespace is {@code name@namespace}.
 *
 * @param name at most {@value #BYTES} bytes of UTF-8, not empty
 */
public record Actor(String name) {
  /** The longest names of a token and of a namespace, 64 characters each, and some room. */
  public static final int BYTES = 160;

  /** Sender of a record that no gateway vouches for. */
  public static final Actor KAFKA = new Actor("kafka");

  /** The scheduler itself: deliveries, time-outs and expiry. */
  public static final Actor SCHEDULER = new Actor("scheduler");

  /** A gateway that works for callers which it does not know yet, as where it prefetches jobs. */
  public static final Actor GATEWAY = new Actor("gateway");

  /** Worker of a gateway that calls endpoints. */
  public static final Actor ENDPOINT_WORKER = new Actor("endpoint worker");

  /** Caller of a gateway that asks for no token. */
  public static final Actor ANONYMOUS = new Actor("anonymous");

  /** Checks the length. */
  public Actor {
    if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > BYTES) {
      throw new IllegalArgumentException(
          "the name of an actor must have 1 to %d bytes".formatted(BYTES));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
