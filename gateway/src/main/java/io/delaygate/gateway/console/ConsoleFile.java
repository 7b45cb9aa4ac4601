package io.delaygate.gateway.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Static file of the console, with its type and entity tag.
 *
 * @param type its Content-Type
 * @param etag quoted hash of the content, which differs between versions
 */
record ConsoleFile(byte[] content, String type, String etag) {
  private static final int ETAG_BYTES = 12;

  /** Reads the file from the jar; the extension of its name gives the type. */
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
