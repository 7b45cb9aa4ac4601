package io.delaygate.gateway.schedule;

import static java.util.Map.entry;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the contract's headers are called in the JSON of a call. */
final class FieldNames {
  static final Map<DelayHeader, String> BY_HEADER =
      Map.ofEntries(
          entry(DelayHeader.DUE_MS, "dueMs"),
          entry(DelayHeader.DUE, "due"),
          entry(DelayHeader.DELAY_MS, "delayMs"),
          entry(DelayHeader.DELAY, "delay"),
          entry(DelayHeader.TARGET_TOPIC, "target.topic"),
          entry(DelayHeader.TARGET_KEY, "target.key"),
          entry(DelayHeader.TARGET_PARTITION, "target.partition"),
          entry(DelayHeader.IF_EXISTS, "ifExists"),
          entry(DelayHeader.PRIORITY, "priority"),
          entry(DelayHeader.EXPIRES_MS, "expires"),
          entry(DelayHeader.ACK, "ack"));

  private static final Pattern WORD = Pattern.compile("(?<![\\w.-])delay[a-z-]*(?![\\w.-])");

  private FieldNames() {}

  /** The field that a refusal is about; null when it is no single one. */
  static @Nullable String of(Refusal refusal) {
    var header = refusal.header();
    if (header != null) {
      return BY_HEADER.get(header);
    }
    return switch (refusal.reason()) {
      case ID_INVALID, ID_MISSING -> "id";
      case HEADERS_TOO_LARGE -> "headers";
      default -> null;
    };
  }

  /** The refusal's sentence in the words of a call. */
  static String inWords(Refusal refusal) {
    return switch (refusal.reason()) {
      case TIME_MISSING, TIME_AMBIGUOUS, TIME_INVALID, HEADER_UNSUPPORTED, HEADER_INVALID ->
          WORD.matcher(refusal.text()).replaceAll(word -> inWords(word.group()));
      default -> refusal.text();
    };
  }

  private static String inWords(String word) {
    return DelayHeader.byName(word)
        .map(header -> BY_HEADER.getOrDefault(header, word))
        .orElse(word);
  }
}
