package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.StrictUtf8;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Percent-encoding of one path segment, RFC 3986. Strict both ways: a segment that is not UTF-8 or
 * has a {@code %} without two hex digits is not decoded, and an encoded text decodes to the same
 * text.
 */
public final class PercentEncoding {
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PercentEncoding() {}

  /**
   * Decodes the segment behind a prefix of a call's raw path: what the server would decode or
   * resolve ({@code %2F}, {@code ..}, {@code ;}) may be part of a name. Empty when it is not
   * decodable; an empty text when the path does not begin like that.
   */
  public static Optional<String> segment(Context ctx, String prefix) {
    var rest = ctx.path().startsWith(prefix) ? ctx.path().substring(prefix.length()) : "";
    var slash = rest.indexOf('/');
    return decode(slash < 0 ? rest : rest.substring(0, slash));
  }

  /** Decodes a raw segment; empty when it is not decodable. A {@code +} is a plus. */
  public static Optional<String> decode(String segment) {
    var bytes = new ByteArrayOutputStream(segment.length());
    var i = 0;
    while (i < segment.length()) {
      var c = segment.charAt(i);
      if (c != '%') {
        // beyond ASCII a path is not valid, but it can only mean UTF-8
        var end = segment.indexOf('%', i) < 0 ? segment.length() : segment.indexOf('%', i);
        bytes.writeBytes(segment.substring(i, end).getBytes(StandardCharsets.UTF_8));
        i = end;
        continue;
      }
      var octet = octet(segment, i);
      if (octet < 0) {
        return Optional.empty();
      }
      bytes.write(octet);
      i += 3;
    }
    return StrictUtf8.decode(bytes.toByteArray());
  }

  /**
   * Encodes a text as one segment; {@code .} and {@code ..}, too, so that they are not resolved.
   */
  public static String encode(String text) {
    var dots = text.equals(".") || text.equals("..");
    var segment = new StringBuilder(text.length() + 16);
    for (var octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (UNRESERVED.indexOf(octet) >= 0 && !dots) {
        segment.append((char) octet);
      } else {
        segment.append('%').append(HEX.toHexDigits(octet));
      }
    }
    return segment.toString();
  }

  /** The octet behind a {@code %}; -1 unless two ASCII hex digits follow it. */
  private static int octet(String segment, int at) {
    var end = at + 3;
    return end <= segment.length()
            && HexFormat.isHexDigit(segment.charAt(at + 1))
            && HexFormat.isHexDigit(segment.charAt(at + 2))
        ? HexFormat.fromHexDigits(segment, at + 1, end)
        : -1;
  }
}
