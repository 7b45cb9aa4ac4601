package io.delaygate.gateway.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Box that seals and opens texts by AES-256-GCM. A sealed text is a version, the id of its key, a
 * nonce and the encrypted text, in base64. It is bound to a context: it opens only for the one that
 * it was sealed for. Thread-safe.
 *
 * <p>Nonces are random. With one key, 2<sup>32</sup> texts can be sealed until two of them have the
 * same nonce with a chance of 2<sup>-32</sup>; an installation seals one for each change of an
 * endpoint.
 */
public final class SecretBox {
  private static final byte VERSION = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int HEADER_BYTES = 1 + SealingKeys.ID_BYTES;

  /** Characters of base64 with the header: four for each three bytes. */
  private static final int HEAD = 8;

  private static final int LEAST_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BITS / 8;

  private final Supplier<SealingKeys> keys;
  private final RandomGenerator random;

  /**
   * Makes a box.
   *
   * @param keys the present ones
   * @param random makes nonces; must not be predictable
   */
  public SecretBox(Supplier<SealingKeys> keys, RandomGenerator random) {
    this.keys = keys;
    this.random = random;
  }

  /** Result of opening: the text, or the reason why it does not open. */
  sealed interface Unsealed {
    /** Text that was sealed. */
    record Opened(byte[] text) implements Unsealed {}

    /**
     * Reason why a text does not open.
     *
     * @param why for users; says nothing of the text
     */
    record Closed(String why) implements Unsealed {}
  }

  /** Seals a text for a context. */
  String seal(String context, byte[] text) {
    var key = keys.get().first();
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    var header = ByteBuffer.allocate(HEADER_BYTES).put(VERSION).put(key.id()).array();
    try {
      var sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, header, context).doFinal(text);
      var all =
          ByteBuffer.allocate(header.length + nonce.length + sealed.length)
              .put(header)
              .put(nonce)
              .put(sealed)
              .array();
      return Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has AES-256-GCM", impossible);
    }
  }

  /** Whether the first key has sealed a text; false for one that is not in the form of one. */
  boolean isOfFirstKey(String sealed) {
    try {
      // the begin of the text has all of the header, and no more is decoded
      var head = Base64.getDecoder().decode(sealed.substring(0, Math.min(HEAD, sealed.length())));
      return head.length > HEADER_BYTES
          && Arrays.equals(slice(head, 1, SealingKeys.ID_BYTES), keys.get().first().id());
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }

  /** A name of the first key, to notice another. */
  String firstKey() {
    return HexFormat.of().formatHex(keys.get().first().id());
  }

  /** Opens a text that was sealed for this context. */
  Unsealed open(String context, String sealed) {
    byte[] all;
    try {
      all = Base64.getDecoder().decode(sealed);
    } catch (IllegalArgumentException notBase64) {
      return new Unsealed.Closed("they are not in base64");
    }
    if (all.length < LEAST_BYTES || all[0] != VERSION) {
      return new Unsealed.Closed("their form is unknown to this version of the gateway");
    }
    var header = slice(all, 0, HEADER_BYTES);
    var key = keys.get().find(slice(header, 1, SealingKeys.ID_BYTES));
    if (key.isEmpty()) {
      return new Unsealed.Closed(
          "they were sealed by a key that is not in the file of `endpoints.key.file`");
    }
    var nonce = slice(all, HEADER_BYTES, NONCE_BYTES);
    var start = HEADER_BYTES + NONCE_BYTES;
    try {
      return new Unsealed.Opened(
          cipher(Cipher.DECRYPT_MODE, key.get(), nonce, header, context)
              .doFinal(all, start, all.length - start));
    } catch (AEADBadTagException forged) {
      return new Unsealed.Closed(
          "they were changed, or sealed for another endpoint or another host of its URL");
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has AES-256-GCM", impossible);
    }
  }

  private static Cipher cipher(
      int mode, SealingKeys.Key key, byte[] nonce, byte[] header, String context)
      throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key.bytes(), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(header);
    cipher.updateAAD(context.getBytes(UTF_8));
    return cipher;
  }

  private static byte[] slice(byte[] from, int start, int length) {
    var slice = new byte[length];
    System.arraycopy(from, start, slice, 0, length);
    return slice;
  }
}
