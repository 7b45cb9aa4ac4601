package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Exception that carries a refusal out of the parser's nested steps. It never leaves this package.
 * It has no stack trace, so that a flood of bad records costs no more than good ones.
 */
final class RefusalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Longest text of the sender that a refusal quotes: enough for any topic name. The refusal is one
   * header of a dead letter, and the dead letter has little room besides the record.
   */
  private static final int QUOTED_CHARS = 250;

  private final transient Refusal refusal;

  RefusalException(ReasonCode reason, String format, Object... args) {
    this(reason, null, format, args);
  }

  RefusalException(ReasonCode reason, @Nullable DelayHeader header, String format, Object... args) {
    super(null, null, false, false);
    this.refusal = new Refusal(reason, header, String.format(Locale.ROOT, format, quoted(args)));
  }

  Refusal refusal() {
    return refusal;
  }

  private static Object[] quoted(Object... args) {
    return Arrays.stream(args).map(arg -> arg instanceof String text ? head(text) : arg).toArray();
  }

  private static String head(String text) {
    if (text.length() <= QUOTED_CHARS) {
      return text;
    }
    var halfAPair = Character.isHighSurrogate(text.charAt(QUOTED_CHARS - 1));
    return text.substring(0, halfAPair ? QUOTED_CHARS - 1 : QUOTED_CHARS) + "...";
  }
}
