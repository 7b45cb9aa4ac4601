package io.delaygate.gateway.operations;

import io.delaygate.service.control.ControlKey.OfOperation;
import io.delaygate.service.control.ControlKey.OfOperation.Part;
import java.util.random.RandomGenerator;

/**
 * Identity of an operation.
 *
 * @param namespace whose jobs it is about
 * @param id begins with its time, so that ids sort as operations were begun
 */
public record OperationId(String namespace, String id) {
  private static final int RADIX = 36;

  /** Enough until the year 5188. */
  private static final int TIME_CHARS = 9;

  private static final int RANDOM_CHARS = 8;

  /** A new id. */
  static OperationId make(String namespace, long nowMs, RandomGenerator random) {
    var text = new StringBuilder(Long.toString(nowMs, RADIX));
    while (text.length() < TIME_CHARS) {
      text.insert(0, '0');
    }
    for (var i = 0; i < RANDOM_CHARS; i++) {
      text.append(Character.forDigit(random.nextInt(RADIX), RADIX));
    }
    return new OperationId(namespace, text.toString());
  }

  /** The key of one of its records. */
  OfOperation key(Part part) {
    return new OfOperation(namespace, id, part);
  }
}
