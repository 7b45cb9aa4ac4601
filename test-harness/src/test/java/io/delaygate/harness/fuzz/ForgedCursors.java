package io.delaygate.harness.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/**
 * Maker of cursors that no gateway issued, with a valid digest, which needs no key. They are for
 * listings without a filter, and for rejected commands.
 */
final class ForgedCursors {
  private static final int DIGEST_BYTES = 12;

  private static final List<String> TIMES =
      List.of(
          "0",
          "1",
          "253402300800000",
          "1000000000000000000",
          "9223372036854775807",
          "9223372036854775808",
          "9999999999999999999");

  private static final List<String> FILTERS =
      List.of(
          "?namespace=default",
          "?namespace=shop",
          "?state=DEAD&namespace=default",
          "?state=DEAD&namespace=shop");

  private static final List<String> REJECTED =
      List.of(
          "v1,0:0",
          "v1,0:999999999999999999",
          "v1,0:9223372036854775807",
          "v1,999999999:1",
          "v1,2147483648:1",
          "v1,0:1,0:2",
          "v1,1:5",
          "v1",
          "v2,0:1");

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private ForgedCursors() {}

  /** A random cursor. */
  static String one(Random random, long nowMs) {
    if (random.nextInt(4) == 0) {
      return BASE64.encodeToString(any(random, REJECTED).getBytes(US_ASCII));
    }
    var time = random.nextInt(4) == 0 ? Long.toString(nowMs) : any(random, TIMES);
    var id = BASE64.encodeToString(any(random, List.of("a", "~0-1", "@shop/x")).getBytes(US_ASCII));
    var position = time + "." + random.nextInt(10) + "." + id;
    var text = any(random, FILTERS) + "\n" + position;
    var bytes = position.getBytes(US_ASCII);
    var all = Arrays.copyOf(digest(text), DIGEST_BYTES + bytes.length);
    System.arraycopy(bytes, 0, all, DIGEST_BYTES, bytes.length);
    return BASE64.encodeToString(all);
  }

  private static String any(Random random, List<String> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static byte[] digest(String text) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return Arrays.copyOf(hash, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
