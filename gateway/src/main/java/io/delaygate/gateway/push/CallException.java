package io.delaygate.gateway.push;

import java.io.IOException;

/** Failure of a call that this package decides, with its kind and a text for users. */
final class CallException extends IOException {
  private final CallEnd.Kind kind;

  CallException(CallEnd.Kind kind, String text) {
    super(text);
    this.kind = kind;
  }

  CallEnd.Kind kind() {
    return kind;
  }
}
