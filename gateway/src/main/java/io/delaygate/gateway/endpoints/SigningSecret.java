package io.delaygate.gateway.endpoints;

import java.time.Duration;
import java.util.Base64;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Secret that signs calls of an endpoint, by the Standard Webhooks convention.
 *
 * @param text {@code whsec_} and the key in base64, as receivers configure it
 * @param setAtMs when it was made, epoch milliseconds
 * @param untilMs the first millisecond in which it signs no more, epoch milliseconds; null while it
 *     is the latest
 */
public record SigningSecret(String text, long setAtMs, @Nullable Long untilMs) {
  private static final String PREFIX = "whsec_";

  /** The convention allows 24 to 64 bytes; as long as the digest of the signature. */
  private static final int KEY_BYTES = 32;

  /** How long a replaced secret still signs: time to give receivers the new one. */
  static final Duration OVERLAP = Duration.ofHours(24);

  /** Checks the form. */
  public SigningSecret {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a signing secret begins with " + PREFIX);
    }
    Base64.getDecoder().decode(text.substring(PREFIX.length()));
  }

  /** A new random secret. */
  static SigningSecret make(RandomGenerator random, long nowMs) {
    var bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(bytes), nowMs, null);
  }

  /** The same secret, replaced now. */
  SigningSecret replaced(long nowMs) {
    return new SigningSecret(text, setAtMs, nowMs + OVERLAP.toMillis());
  }

  /** The key of HMAC-SHA256. */
  public byte[] key() {
    return Base64.getDecoder().decode(text.substring(PREFIX.length()));
  }

  /** Whether it signs calls at that time, epoch milliseconds. */
  boolean isValid(long nowMs) {
    return untilMs == null || nowMs < untilMs;
  }

  /** Not the secret. */
  @Override
  public String toString() {
    return "a signing secret of " + setAtMs;
  }
}
