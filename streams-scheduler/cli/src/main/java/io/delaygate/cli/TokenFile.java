package io.delaygate.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reader of the bearer token from a file. Messages never contain the token. */
final class TokenFile {
  /** Far above any token, so that a wrong file is reported. */
  private static final int BYTES_MAX = 8 * 1024;

  private TokenFile() {}

  /** The token without surrounding white space; null without a file. */
  static @Nullable String read(@Nullable Path file) {
    if (file == null) {
      return null;
    }
    try (var bytes = Files.newInputStream(file)) {
      var token = new String(bytes.readNBytes(BYTES_MAX + 1), StandardCharsets.UTF_8).strip();
      if (token.length() <= BYTES_MAX && token.matches("[!-~]+")) {
        return token;
      }
    } catch (IOException unreadable) {
      throw new CliException(ExitStatus.USAGE, "The token's file cannot be read: " + unreadable);
    }
    throw new CliException(
        ExitStatus.USAGE,
        "The token's file '%s' holds no token: one line of visible ASCII".formatted(file));
  }
}
