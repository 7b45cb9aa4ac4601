package io.delaygate.harness.fuzz;

import java.util.List;
import java.util.Random;

/** Mutations of a complete body. */
final class BodyMutations {
  private final Random random;

  BodyMutations(Random random) {
    this.random = random;
  }

  void mutate(FuzzCall call) {
    var body = call.body == null ? "" : call.body;
    var kind = random.nextInt(22);
    call.hostile.add("whole body " + kind);
    call.body = mutated(kind, body);
  }

  private String mutated(int kind, String body) {
    return switch (kind) {
      case 0 -> "";
      case 1 -> "   \r\n\t ";
      case 2 -> HostileValues.any(random, List.of("null", "[]", "{}", "1", "\"x\"", "true"));
      case 3 -> body.substring(0, random.nextInt(body.length() + 1));
      case 4 -> body + "}";
      case 5 -> body + body;
      case 6 -> "\u00ef\u00bb\u00bf" + body;
      case 7 -> wide(body, true);
      case 8 -> wide(body, false);
      case 9 -> inserted(body, "\u00ff");
      case 10 -> inserted(body, "\0");
      case 11 -> inserted(body, "\u00ed\u00a0\u0080");
      case 12 -> inserted(body, "\u0001");
      case 13 -> inserted(body, "/* comment */");
      case 14 -> body.replace('"', '\'');
      case 15 -> twice(body);
      case 16 -> "[".repeat(30_000);
      case 17 -> "{\"a\":".repeat(20_000);
      case 18 -> body + " ".repeat(20_000);
      case 19 -> random.nextInt(5) == 0 ? body + " ".repeat(2_500_000) : body + "\n\n" + body;
      case 20 -> inserted(body, ",");
      default -> inserted(body, "\"");
    };
  }

  private String inserted(String body, String what) {
    var at = random.nextInt(body.length() + 1);
    return body.substring(0, at) + what + body.substring(at);
  }

  /** Repeats each field of the outermost object with the same value. */
  private static String twice(String body) {
    return body.startsWith("{") && body.length() > 2
        ? body.substring(0, body.length() - 1) + "," + body.substring(1)
        : body + "\n" + body;
  }

  private static String wide(String body, boolean isBigEndian) {
    var all = new StringBuilder(isBigEndian ? "\u00fe\u00ff" : "\u00ff\u00fe");
    for (var i = 0; i < body.length(); i++) {
      var c = body.charAt(i);
      all.append(isBigEndian ? "\0" + c : c + "\0");
    }
    return all.toString();
  }
}
