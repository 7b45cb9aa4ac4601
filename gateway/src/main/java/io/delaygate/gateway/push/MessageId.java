package io.delaygate.gateway.push;

import io.delaygate.schemas.contract.JobId;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Value of {@code webhook-id}: the same for all attempts of a job, and another one for a later job
 * of the same id. It is a hash, since an id may have characters that a header cannot have, and a
 * dot would be ambiguous in what is signed. The id in full is in {@code delay-job-id}.
 */
final class MessageId {
  private static final String PREFIX = "msg_";

  private MessageId() {}

  static String of(JobId id, long createdMs) {
    var bytes = id.bytes();
    // an id has no fixed length, the time has: no two pairs give the same bytes
    var hashed = ByteBuffer.allocate(bytes.length + Long.BYTES).put(bytes).putLong(createdMs);
    var hash = sha256().digest(hashed.array());
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java has SHA-256", missing);
    }
  }
}
