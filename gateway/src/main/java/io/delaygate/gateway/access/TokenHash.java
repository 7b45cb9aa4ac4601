package io.delaygate.gateway.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What is kept of a token. Unsalted SHA-256 is enough: a token is random, not a password that
 * somebody could guess; and how long it takes to find a hash says nothing of the token behind it.
 */
public final class TokenHash {
  private TokenHash() {}

  /** The hash of a token as it is shown. */
  public static byte[] of(String shown) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(shown.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
