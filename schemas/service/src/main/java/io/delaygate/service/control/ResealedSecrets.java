package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Secrets of an endpoint, sealed anew with another key. It counts only for the sealed text that it
 * was made from: an endpoint that was set in the meantime has its own, whichever record is later in
 * the topic.
 *
 * @param of SHA-256 of the sealed text in the endpoint's own record, in hexadecimal digits
 * @param sealed the same secrets, in base64
 */
public record ResealedSecrets(String of, String sealed) {
  /** Header of {@code of}. */
  public static final String OF = "of";

  /** Header of {@code sealed}. */
  public static final String SEALED = EndpointControl.SEALED;

  /** The text that names a sealed text in {@code of}. */
  public static String name(String sealed) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(sealed.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** The endpoint with these secrets, if they were made from its own; else as it is. */
  EndpointControl onto(EndpointControl endpoint) {
    return endpoint.sealed() != null && name(endpoint.sealed()).equals(of)
        ? endpoint.withSealed(sealed)
        : endpoint;
  }
}
