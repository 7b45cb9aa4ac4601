package io.delaygate.gateway.jobs;

import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.TextHeader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Idempotency key that makes a schedule call repeatable: the job id is derived from the key, and a
 * known id is left alone. The same key with another body leaves the job of the first body, as the
 * answer shows.
 */
public final class IdempotencyKey {
  private static final String PREFIX = "idem-";

  /** 32 bytes in base64: of the last character four bits count. */
  private static final Pattern ID = Pattern.compile(PREFIX + "[\\w-]{42}[AEIMQUYcgkosw048]");

  /**
   * Keeps old ids valid. It does not hold a namespace: a prefix of the id tells namespaces apart.
   */
  private static final String BEFORE_KEY = "\0";

  private IdempotencyKey() {}

  /** The request with the key's id; ends the call when the body says anything else. */
  public static ScheduleRequest apply(String key, ScheduleRequest draft) {
    if (draft.id() != null) {
      throw FieldReader.invalid("id", "must be left out: the id is derived from `Idempotency-Key`");
    }
    var policy = draft.ifExists();
    if (policy == null) {
      return ignoringKnown(draft.named(id(key)));
    }
    if (!policy.equals(IfExists.IGNORE.text())) {
      throw FieldReader.invalid("ifExists", "must be 'ignore' or left out with `Idempotency-Key`");
    }
    return draft.named(id(key));
  }

  /** The same request, which does nothing where its id is known. */
  public static ScheduleRequest ignoringKnown(ScheduleRequest draft) {
    var headers = new ArrayList<>(draft.headers());
    headers.add(TextHeader.of(DelayHeader.IF_EXISTS, IfExists.IGNORE.text()));
    return draft.with(headers);
  }

  /** Whether an id has the form of one derived from a key. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** The id of a key, which must never change: callers repeat calls across versions. */
  public static String id(String key) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var hash = digest.digest((BEFORE_KEY + key).getBytes(StandardCharsets.UTF_8));
      return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
