package io.delaygate.harness.push;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Planned reaction of a server to one call. */
public sealed interface Reaction {
  /** A complete answer. */
  record Answer(int status, Map<String, String> headers, byte[] body) implements Reaction {}

  /** An answer after some time; the connection stays open meanwhile. */
  record Late(Duration after, Answer answer) implements Reaction {}

  /** The head of an answer, and then one byte of its body after each pause. */
  record SlowBody(int status, Duration pause, int bytes) implements Reaction {}

  /** An answer whose body has that many bytes. */
  record HugeBody(int status, long bytes) implements Reaction {}

  /** The end of the connection without an answer. */
  record Reset() implements Reaction {}

  /** An answer without a body. */
  static Answer status(int status) {
    return new Answer(status, Map.of(), new byte[0]);
  }

  /** An answer with a text. */
  static Answer text(int status, String text) {
    return new Answer(status, Map.of(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** An answer without a body, with one header. */
  static Answer with(int status, String header, String value) {
    return new Answer(status, Map.of(header, value), new byte[0]);
  }
}
