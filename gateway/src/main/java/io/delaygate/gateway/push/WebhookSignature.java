package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Value of {@code webhook-signature} by the Standard Webhooks convention: HMAC-SHA256 of {@code
 * id.timestamp.body}, one for each secret, so that a receiver may know either while one is rotated.
 */
final class WebhookSignature {
  private static final String ALGORITHM = "HmacSHA256";

  private WebhookSignature() {}

  static String of(List<byte[]> secrets, String id, long timestamp, byte[] body) {
    var head = (id + "." + timestamp + ".").getBytes(UTF_8);
    return secrets.stream()
        .map(secret -> "v1," + Base64.getEncoder().encodeToString(hmac(secret, head, body)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] hmac(byte[] secret, byte[] head, byte[] body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      mac.update(head);
      return mac.doFinal(body);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every Java has " + ALGORITHM, missing);
    }
  }
}
