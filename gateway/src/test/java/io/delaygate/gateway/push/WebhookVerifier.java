package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.push.EndpointCall.Field;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Receiver's side of the Standard Webhooks convention, written from its text: the three headers, a
 * timestamp within five minutes, and one of the signatures {@code v1,<base64>} over {@code
 * msg_id.timestamp.payload}, compared in constant time.
 */
record WebhookVerifier(byte[] secret, Instant now) {
  private static final long TOLERANCE_SECONDS = 300;

  boolean verifies(List<Field> headers, byte[] payload) {
    var id = single(headers, "webhook-id");
    var timestamp = single(headers, "webhook-timestamp");
    if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) {
      return false;
    }
    var signed = new ByteArrayOutputStream();
    signed.writeBytes((id + "." + timestamp + ".").getBytes(UTF_8));
    signed.writeBytes(payload);
    var expected = hmac(signed.toByteArray());
    for (var signature : single(headers, "webhook-signature").split(" ", -1)) {
      var parts = signature.split(",", 2);
      if (parts[0].equals("v1")
          && MessageDigest.isEqual(Base64.getDecoder().decode(parts[1]), expected)) {
        return true;
      }
    }
    return false;
  }

  private byte[] hmac(byte[] content) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return mac.doFinal(content);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static String single(List<Field> headers, String name) {
    var found = headers.stream().filter(field -> field.name().equals(name)).toList();
    if (found.size() != 1) {
      throw new IllegalStateException("there must be one header " + name);
    }
    return found.get(0).value();
  }
}
