package io.delaygate.gateway.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A file of the console.
 *
 * @param type its Content-Type
 * @param etag tells it from what it was in another version, quoted
 */
record ConsoleFile(byte[] content, String type, String etag) {
  private static final int ETAG_BYTES = 12;

  /** Reads it from the jar; it has the type that its name says. */
  static ConsoleFile read(String name, String resource) {
    try (var stream = ConsoleFile.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("the jar was built without " + resource);
      }
      var content = stream.readAllBytes();
      return new ConsoleFile(content, type(name), etag(content));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalStateException("no type is known of " + name);
    };
  }

  private static String etag(byte[] content) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(content);
      return '"' + HexFormat.of().formatHex(Arrays.copyOf(hash, ETAG_BYTES)) + '"';
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
