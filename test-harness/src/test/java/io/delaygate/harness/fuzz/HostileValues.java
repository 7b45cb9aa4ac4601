package io.delaygate.harness.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * Hostile values: texts that are too long, times far away, meaningless numbers, bytes that are not
 * UTF-8. Texts are in ISO 8859-1, one character per byte.
 */
final class HostileValues {
  /** Marks a text node that is sent as raw JSON. */
  static final char RAW = '\uE000';

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<String> NUMBERS =
      List.of(
          "-1",
          "0",
          "1",
          "-0",
          "0.5",
          "1.0",
          "1e3",
          "1E400",
          "1e-400",
          "1e999999999",
          "-1e999999999",
          "2147483647",
          "2147483648",
          "-2147483649",
          "1000000000000000000",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "10000000000000000000",
          "99999999999999999999",
          "253402300800000",
          "31556889864403199999",
          "1".repeat(400),
          "0." + "3".repeat(400));

  /** Texts that are not JSON numbers. */
  private static final List<String> NO_NUMBERS =
      List.of("NaN", "Infinity", "-Infinity", "01", "+1", ".5", "0x10", "1_000", "1.", "-");

  private static final List<String> TIMES =
      List.of(
          "+999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00+18:00",
          "9999-12-31T23:59:59.999999999Z",
          "0000-01-01T00:00:00Z",
          "1969-12-31T23:59:59.999Z",
          "2030-02-30T00:00:00Z",
          "2030-01-01T24:00:00Z",
          "2030-01-01T00:00:00",
          "2030-01-01T00:00:60Z",
          "2030-01-01T00:00:00+99:00",
          "+292278994-08-17T07:12:55.808Z",
          "PT-1S",
          "PT9999999999999999H",
          "P999999999999999999D",
          "P1Y",
          "999999999999999999d",
          "9223372036854775807s",
          "-1s",
          "1.5h",
          "0s",
          "s",
          "1e3s",
          "\u00b2s");

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\t",
          "\r\n",
          "\0",
          "a\0b",
          "\u0001\u001f\u007f",
          "a/b",
          "..",
          "../..",
          ".",
          "*",
          "a*a*a*a*a*a*a*b",
          "~",
          "~0-1",
          "~9-99999999999999999999",
          "@shop/x",
          "@default/x",
          "@/x",
          "__consumer_offsets",
          "delay-requests",
          "%00",
          "%2f",
          "%s%n%x",
          "${jndi:ldap://localhost/a}",
          "#{7*7}",
          "<script>alert(1)</script>",
          "'; DROP TABLE jobs; --",
          "a,b,c",
          ",",
          "a".repeat(255),
          "a".repeat(256),
          "a".repeat(249),
          "a".repeat(250),
          "a".repeat(64),
          "a".repeat(65),
          "a".repeat(1_024),
          "a".repeat(1_025),
          "a".repeat(5_000),
          utf8("\u20ac"),
          utf8("\u20ac".repeat(85)),
          utf8("\u20ac".repeat(86)),
          utf8("\ud83d\ude00".repeat(64)),
          utf8("\u202e\u2066right"),
          utf8("\ufeffmark"),
          utf8("\u0130\u0131"),
          utf8("A\u030a"),
          "===",
          "A",
          "AA==AA",
          "////",
          "____",
          "true ",
          "TRUE",
          "null",
          "\"3\"",
          "W/\"3\"",
          "\"99999999999999999999\"",
          "Bearer");

  /** Malformed UTF-8: overlong, cut, a surrogate, beyond the last character. */
  private static final List<String> NO_UTF8 =
      List.of(
          "\u00c0\u00af",
          "\u00e0\u0080\u00af",
          "\u00ed\u00a0\u0080",
          "\u00f4\u0090\u0080\u0080",
          "\u00ff\u00fe",
          "\u00c3",
          "a\u0080b",
          "\u00e2\u0082");

  private static final List<String> ESCAPES =
      List.of(
          "\"\\ud800\"",
          "\"\\udc00x\"",
          "\"\\ud800\\ud800\"",
          "\"\\u0000\"",
          "\"\\u12\"",
          "\"\\x41\"",
          "\"\\uFFFF\"",
          "\"\\ufeff\"",
          "\"\\");

  private HostileValues() {}

  private static String utf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** A text for a parameter, a part of a path or a header, not encoded. */
  static String text(Random random) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> any(random, NUMBERS);
      case 2 -> any(random, NO_NUMBERS);
      case 3 -> any(random, TIMES);
      case 4 -> any(random, NO_UTF8);
      default -> any(random, TEXTS);
    };
  }

  /** A value for a field; a text that begins with {@link #RAW} is sent without quotes. */
  static JsonNode json(Random random) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> raw(any(random, NUMBERS));
      case 2 -> raw(random.nextInt(4) == 0 ? any(random, NO_NUMBERS) : any(random, ESCAPES));
      case 3 -> TextNode.valueOf(any(random, NUMBERS));
      case 4, 5 -> raw(quoted(any(random, TIMES)));
      case 6 -> raw("\"" + any(random, NO_UTF8) + "\"");
      case 7 -> structure(random);
      case 8 -> raw("\"" + "x".repeat(random.nextInt(20) == 0 ? 100_000 : 3_000) + "\"");
      default -> raw(quoted(any(random, TEXTS)));
    };
  }

  private static JsonNode structure(Random random) {
    return switch (random.nextInt(11)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JSON.arrayNode();
      case 3 -> JSON.objectNode();
      case 4 -> raw("[".repeat(2_000) + "]".repeat(2_000));
      case 5 -> raw("{\"a\":".repeat(1_500) + "1" + "}".repeat(1_500));
      case 6 -> raw("[" + "0,".repeat(3_000) + "0]");
      case 7 -> raw("{\"a\":1,\"a\":2}");
      case 8 -> raw("{\"\":1,\"__proto__\":{}}");
      case 9 -> raw("[null,1,\"x\",{},[]]");
      default -> raw("[[[[[[1]]]]]]");
    };
  }

  /** A value that is sent as raw JSON. */
  static JsonNode raw(String json) {
    return TextNode.valueOf(RAW + json);
  }

  /** Text as JSON, with control characters escaped or not. */
  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  static <T> T any(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
