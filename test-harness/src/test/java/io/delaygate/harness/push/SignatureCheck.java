package io.delaygate.harness.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifier of signatures as receivers write it, from the text of the Standard Webhooks convention:
 * HMAC-SHA256 of {@code id.timestamp.body} by the key behind {@code whsec_}, in base64 behind
 * {@code v1,}; several signatures are separated by spaces.
 */
public final class SignatureCheck {
  private SignatureCheck() {}

  /** Whether one of the signatures of a call is by this secret. */
  public static boolean isSigned(ReceivedCall call, String secret) {
    var expected = "v1," + signature(call, secret);
    return Arrays.stream(call.header("webhook-signature").split(" "))
        .anyMatch(given -> MessageDigest.isEqual(given.getBytes(UTF_8), expected.getBytes(UTF_8)));
  }

  private static String signature(ReceivedCall call, String secret) {
    var signed = new ByteArrayOutputStream();
    var head = call.messageId() + "." + call.header("webhook-timestamp") + ".";
    signed.writeBytes(head.getBytes(UTF_8));
    signed.writeBytes(call.body());
    try {
      var mac = Mac.getInstance("HmacSHA256");
      var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(signed.toByteArray()));
    } catch (GeneralSecurityException unsupported) {
      throw new IllegalStateException(unsupported);
    }
  }
}
