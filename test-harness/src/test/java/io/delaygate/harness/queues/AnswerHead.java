package io.delaygate.harness.queues;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parts of an answer's head that a client needs to read the answer.
 *
 * @param bytes size of the head, with the empty line at its end
 * @param body size of the body, or {@value #CHUNKED} if it comes in chunks
 */
public record AnswerHead(int status, int bytes, int body) {
  /** Marks a chunked body, which shows itself where it ends. */
  public static final int CHUNKED = -1;

  private static final Pattern LENGTH =
      Pattern.compile(
          "\r\n(?:content-length: *(\\d+)|transfer-encoding: *chunked)\r\n",
          Pattern.CASE_INSENSITIVE);

  private static final String END = "\r\n\r\n";

  /** The head; empty if it is not complete. */
  public static Optional<AnswerHead> of(byte[] all, int from, int to) {
    var end = from + END.length();
    while (end <= to && !endsAt(all, end)) {
      end++;
    }
    if (end > to) {
      return Optional.empty();
    }
    var head = new String(all, from, end - from, ISO_8859_1);
    var status = Integer.parseInt(head.substring(9, 12));
    return Optional.of(new AnswerHead(status, end - from, body(head)));
  }

  private static boolean endsAt(byte[] all, int end) {
    return all[end - 1] == '\n' && all[end - 2] == '\r' && all[end - 3] == '\n';
  }

  private static int body(String head) {
    var length = LENGTH.matcher(head);
    if (!length.find()) {
      return 0;
    }
    return length.group(1) == null ? CHUNKED : Integer.parseInt(length.group(1));
  }
}
