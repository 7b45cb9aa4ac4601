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
  /** Length of an id, taken from the hash; 64 bits tell a hundred thousand tokens apart. */
  private static final int ID_DIGITS = 16;

  private TokenHasher() {}

  /** The public id of a token, which grants nothing, from its hash in hexadecimal. */
  public static String id(String hash) {
    return hash.substring(0, ID_DIGITS);
  }

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
