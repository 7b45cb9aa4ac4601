package io.delaygate.gateway.lmstfy;

import io.javalin.http.Context;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Reader of whole numbers in query parameters: digits and nothing else. */
final class QueryNumbers {
  static final long UINT32 = 0xFFFF_FFFFL;

  private static final Pattern DIGITS = Pattern.compile("\\d{1,40}");

  private QueryNumbers() {}

  /**
   * A parameter of a call, or its default.
   *
   * @throws io.delaygate.gateway.http.ProblemException 400 {@code invalid <name>} when it is out of
   *     bounds, both of which are included
   */
  static long of(Context ctx, String name, long usual, long least, long most) {
    var text = ctx.queryParam(name);
    if (text == null) {
      return usual;
    }
    if (DIGITS.matcher(text).matches()) {
      var number = new BigInteger(text);
      if (number.compareTo(BigInteger.valueOf(least)) >= 0
          && number.compareTo(BigInteger.valueOf(most)) <= 0) {
        return number.longValue();
      }
    }
    throw LmstfyError.invalid("invalid " + name);
  }
}
