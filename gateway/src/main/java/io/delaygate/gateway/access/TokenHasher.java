package io.delaygate.gateway.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Hash function for tokens (SHA-256); tokens are stored and found by its result. It needs no salt:
 * a token is random, not a password that could be guessed. The time that it takes to find a hash
 * reveals nothing about the token.
 */
public final class TokenHasher {
  private TokenHasher() {}

  /** The hash in hexadecimal. */
  public static String hex(String shown) {
    return HexFormat.of().formatHex(of(shown));
  }

  /** The hash of a token as the caller sends it. */
  public static byte[] of(String shown) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(shown.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
