package io.delaygate.harness.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Wrong or missing answer to a call.
 *
 * @param number of the call
 * @param what description of the fault
 * @param report bytes of call and answer, and how to repeat the call
 */
public record Finding(int number, String what, String report) {
  private static final int SHOWN = 1_000;

  static Finding of(
      long seed, int number, FuzzCall call, @Nullable WireAnswer answer, String what) {
    var report =
        """
        call %d of seed %d, by %s for %s, hostile: %s
          %s
          sent: %s
          answer: %s
          to repeat: -Dfuzz.seed=%d -Dfuzz.from=%d -Dfuzz.calls=1, or all calls before with -Dfuzz.calls=%d\
        """
            .formatted(
                number,
                seed,
                call.caller.name(),
                call.operation.id(),
                call.hostile,
                what,
                shown(new String(call.bytes(), ISO_8859_1)),
                answer == null ? "none" : shown(answer),
                seed,
                number,
                number + 1);
    return new Finding(number, what, report);
  }

  private static String shown(WireAnswer answer) {
    return answer.status() + " " + shown(new String(answer.body(), ISO_8859_1));
  }

  /** Text with invisible bytes as escapes of Java. */
  private static String shown(String bytes) {
    var cut =
        bytes.length() > SHOWN ? bytes.substring(0, SHOWN) + "… (" + bytes.length() + ")" : bytes;
    return cut.chars()
        .mapToObj(c -> c >= ' ' && c <= '~' ? String.valueOf((char) c) : "\\u%04x".formatted(c))
        .collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return report;
  }
}
