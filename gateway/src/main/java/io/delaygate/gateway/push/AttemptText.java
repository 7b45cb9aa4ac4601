package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Text about an ended call for the log of attempts, such as {@code 503 Service Unavailable in 12
 * ms: try later}. At most {@value #MAX_BYTES} bytes of UTF-8, which is what the log keeps of a
 * failure.
 */
final class AttemptText {
  static final int MAX_BYTES = 256;

  private AttemptText() {}

  static String of(CallEnd end) {
    if (end instanceof Failed failed) {
      return cut(printable(failed.text()) + " (" + failed.tookMs() + " ms)");
    }
    var answer = (Answered) end;
    var head = printable(new String(answer.head(), UTF_8));
    var text = status(answer.status()) + " in " + answer.tookMs() + " ms";
    return cut(head.isEmpty() ? text : text + ": " + head);
  }

  private static String status(int status) {
    var text = Optional.ofNullable(HttpStatus.getCode(status)).map(it -> " " + it.getMessage());
    return status + text.orElse("") + (HttpStatus.isRedirection(status) ? ", not followed" : "");
  }

  /** The text in one line. Control characters would damage a terminal or forge a line of a log. */
  private static String printable(String text) {
    var shown = new StringBuilder();
    text.codePoints().map(AttemptText::printable).forEach(shown::appendCodePoint);
    return shown.toString().replaceAll(" +", " ").strip();
  }

  private static int printable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          ' ';
      case Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
          '\uFFFD';
      default -> codePoint;
    };
  }

  /** The text without the characters that do not fit. */
  private static String cut(String text) {
    var bytes = 0;
    var end = 0;
    while (end < text.length()) {
      var next = text.offsetByCodePoints(end, 1);
      bytes += text.substring(end, next).getBytes(UTF_8).length;
      if (bytes > MAX_BYTES) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }
}
