package io.delaygate.gateway.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 hash under which a token is stored and found. It needs no salt: a token is random, not a
 * password that could be guessed. The time that it takes to find a hash reveals nothing about the
 * token.
 */
public final class TokenHash {
  private TokenHash() {}

  /** The hash of a token as the caller sends it. */
  public static byte[] of(String shown) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(shown.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
