package io.delaygate.gateway.operations;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Wish of a caller about an operation that was begun. The last one counts. */
public enum OperationWish {
  RUN,
  PAUSE,
  ABORT;

  byte[] encode() {
    return name().getBytes(StandardCharsets.UTF_8);
  }

  static OperationWish decode(byte[] value) {
    var text = new String(value, StandardCharsets.UTF_8);
    return Arrays.stream(values())
        .filter(wish -> wish.name().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the wish is not known: " + text));
  }
}
