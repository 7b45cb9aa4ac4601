package io.delaygate.service.actor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.StrictUtf8;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Maker and judge of claims about the author of a command, in the header {@value
 * DelayHeader#JOB_SENT_BY}: {@code <time> <proof> <actor>}, where the time is epoch milliseconds in
 * base 36, and the proof the first 16 bytes of an HMAC-SHA256 in base64url. The key is derived from
 * the secret that gateways and schedulers share. The proof covers the time, the actor and the whole
 * record, so that a claim cannot be copied onto another command. Thread-safe.
 *
 * <p>Without a secret every claim is believed: there, everybody may do everything anyway.
 */
public final class ActorClaims {
  /**
   * Longest time between a claim and its record's timestamp. A producer gives up long before, and
   * the clocks of gateways and brokers are compared; a record that is copied later proves nothing.
   */
  public static final Duration VALID = Duration.ofMinutes(15);

  /** Enough that nobody finds a proof by trying: 128 bits. */
  private static final int PROOF_BYTES = 16;

  /** Longest claim: a time of 13 characters, a proof of 22, and a name. */
  private static final int MOST_BYTES = 64 + Actor.BYTES;

  private static final String ALGORITHM = "HmacSHA256";

  /** Use of the derived key; another one for another form of claims. */
  private static final byte[] PURPOSE = "delaygate claims of actors, 1".getBytes(UTF_8);

  private static final String NO_PROOF = "-";

  private final @Nullable Mac keyed;

  private ActorClaims(@Nullable Mac keyed) {
    this.keyed = keyed;
  }

  /**
   * Claims with the key of a secret.
   *
   * @param secret that gateways and schedulers share; empty for none
   */
  public static ActorClaims of(Optional<String> secret) {
    return new ActorClaims(
        secret.map(text -> mac(mac(text.getBytes(UTF_8)).doFinal(PURPOSE))).orElse(null));
  }

  /** The headers of a command with the claim of its author, in place of any other claim. */
  public List<Header> signed(Actor by, Message command, long nowMs) {
    var time = Long.toString(nowMs, Character.MAX_RADIX);
    var proof = keyed == null ? NO_PROOF : proof(time, by.name(), command);
    var headers = command.unclaimed();
    headers.add(TextHeader.of(DelayHeader.JOB_SENT_BY, String.join(" ", time, proof, by.name())));
    return headers;
  }

  /**
   * The author of a command: that of its claim if that is to be believed, else {@link Actor#KAFKA}.
   *
   * @param timestampMs the record's timestamp, epoch milliseconds
   */
  public Actor author(Message command, long timestampMs) {
    return Optional.ofNullable(command.claim())
        .map(Header::value)
        .filter(value -> value.length <= MOST_BYTES)
        .flatMap(StrictUtf8::decode)
        .map(text -> text.split(" ", 3))
        .filter(parts -> parts.length == 3 && isName(parts[2]))
        .filter(parts -> keyed == null || isProven(parts, command, timestampMs))
        .map(parts -> new Actor(parts[2]))
        .orElse(Actor.KAFKA);
  }

  private boolean isProven(String[] parts, Message command, long timestampMs) {
    try {
      var awayMs = Math.abs(Long.parseLong(parts[0], Character.MAX_RADIX) - timestampMs);
      return awayMs <= VALID.toMillis()
          && MessageDigest.isEqual(
              parts[1].getBytes(UTF_8), proof(parts[0], parts[2], command).getBytes(UTF_8));
    } catch (NumberFormatException notTime) {
      return false;
    }
  }

  private static boolean isName(String name) {
    return !name.isEmpty() && name.getBytes(UTF_8).length <= Actor.BYTES;
  }

  private String proof(String time, String actor, Message command) {
    var mac = fresh();
    add(mac, time.getBytes(UTF_8));
    add(mac, actor.getBytes(UTF_8));
    add(mac, command.key());
    for (var header : command.headers()) {
      if (!Message.isClaim(header)) {
        add(mac, header.key().getBytes(UTF_8));
        add(mac, header.value());
      }
    }
    add(mac, command.value());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(mac.doFinal(), PROOF_BYTES));
  }

  /** Adds a field with its length, so that no two records have the same bytes; -1 is null. */
  private static void add(Mac mac, byte @Nullable [] field) {
    mac.update(ByteBuffer.allocate(4).putInt(field == null ? -1 : field.length).flip());
    if (field != null) {
      mac.update(field);
    }
  }

  /** A copy with the key costs less than a new one, and threads must not share one. */
  private Mac fresh() {
    try {
      return (Mac) Objects.requireNonNull(keyed).clone();
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException("the JDK's HMAC can be copied", impossible);
    }
  }

  private static Mac mac(byte[] key) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
    }
  }
}
