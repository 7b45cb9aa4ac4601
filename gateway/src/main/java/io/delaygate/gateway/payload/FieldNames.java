package io.delaygate.gateway.payload;

import static java.util.Map.entry;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of the contract's headers in the JSON of a call.
 *
 * @param expires the field of the expiry
 * @param lease the field of the length of a lease
 */
public record FieldNames(String expires, String lease) {
  /** The names in a change, and in a worker's feedback. */
  public static final FieldNames PLAIN = new FieldNames("expiresMs", "leaseMs");

  /** The names in a job whose expiry is in this field. */
  static FieldNames ofJob(String expires) {
    return new FieldNames(expires, "ack.leaseMs");
  }

  static final Map<DelayHeader, String> BY_HEADER =
      Map.ofEntries(
          entry(DelayHeader.DUE_MS, "dueMs"),
          entry(DelayHeader.DUE, "due"),
          entry(DelayHeader.DELAY_MS, "delayMs"),
          entry(DelayHeader.DELAY, "delay"),
          entry(DelayHeader.TARGET_TOPIC, "target.topic"),
          entry(DelayHeader.TARGET_KEY, "target.key"),
          entry(DelayHeader.TARGET_PARTITION, "target.partition"),
          entry(DelayHeader.TARGET_ENDPOINT, "target.endpoint"),
          entry(DelayHeader.TARGET_PATH, "target.path"),
          entry(DelayHeader.IF_EXISTS, "ifExists"),
          entry(DelayHeader.PRIORITY, "priority"),
          entry(DelayHeader.EXPIRES_MS, "expiresMs"),
          entry(DelayHeader.TTL_MS, "ttlMs"),
          entry(DelayHeader.ON_EXPIRY, "onExpiry"),
          entry(DelayHeader.DEAD_LETTER_TOPIC, "deadLetterTopic"),
          entry(DelayHeader.ACK, "ack"),
          entry(DelayHeader.MAX_ATTEMPTS, "ack.maxAttempts"),
          entry(DelayHeader.LEASE_MS, "ack.leaseMs"),
          entry(DelayHeader.LEASE_START, "ack.leaseStart"),
          entry(DelayHeader.BACKOFF, "ack.backoff.kind"),
          entry(DelayHeader.BACKOFF_INITIAL_MS, "ack.backoff.initialMs"),
          entry(DelayHeader.BACKOFF_MAX_MS, "ack.backoff.maxMs"),
          entry(DelayHeader.BACKOFF_JITTER, "ack.backoff.jitter"),
          entry(DelayHeader.LEASE, "lease"),
          entry(DelayHeader.ATTEMPT, "attempt"),
          entry(DelayHeader.ATTEMPT_UNUSED, "unused"),
          entry(DelayHeader.FAILURE, "failure"),
          entry(DelayHeader.NOTE, "note"));

  private static final Pattern WORD = Pattern.compile("(?<![\\w.-])delay[a-z-]*(?![\\w.-])");

  /** Converts a refusal to the problem of a call. */
  ProblemException problem(Refusal refusal) {
    return ProblemException.at(of(refusal), refusal.reason(), inWords(refusal));
  }

  /** Ends the call with the problem of a refusal, if there is one. */
  void check(Optional<Refusal> refusal) {
    if (refusal.isPresent()) {
      throw problem(refusal.get());
    }
  }

  /** The field that a refusal is about; null when it is not a single one. */
  @Nullable String of(Refusal refusal) {
    var header = refusal.header();
    if (header != null) {
      return name(header);
    }
    return switch (refusal.reason()) {
      case ID_INVALID, ID_MISSING -> "id";
      case HEADERS_TOO_LARGE -> "headers";
      default -> null;
    };
  }

  /** The refusal's sentence with the names of fields instead of headers. */
  String inWords(Refusal refusal) {
    return switch (refusal.reason()) {
      case TIME_MISSING,
          TIME_AMBIGUOUS,
          TIME_INVALID,
          HEADER_INVALID,
          HEADER_MISSING,
          HEADER_MISPLACED,
          TARGET_MISSING,
          TARGET_AMBIGUOUS,
          TARGET_INVALID ->
          WORD.matcher(refusal.text()).replaceAll(word -> inWords(word.group()));
      default -> refusal.text();
    };
  }

  private String inWords(String word) {
    return DelayHeader.byName(word).map(this::name).orElse(word);
  }

  private @Nullable String name(DelayHeader header) {
    return switch (header) {
      case EXPIRES_MS -> expires;
      case LEASE_MS -> lease;
      default -> BY_HEADER.get(header);
    };
  }
}
