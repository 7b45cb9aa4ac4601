package io.delaygate.gateway.access;

import io.delaygate.service.settings.SettingsException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tokens of the tokens file, found by their hash. Thread-safe. */
final class FileTokens {
  /** Each call is compared with all of them. */
  static final int MAX = 1_000;

  private static final Pattern LINE =
      Pattern.compile("([A-Za-z0-9._-]{1,64})\\s+(\\S+)\\s+([0-9a-f]{64})");

  private final List<Token> tokens;

  private FileTokens(List<Token> tokens) {
    this.tokens = List.copyOf(tokens);
  }

  /**
   * Reads lines of {@code name role hash}, where a {@code #} begins a comment.
   *
   * @param source where they come from, for messages
   * @throws SettingsException naming every line that is not valid, but not its text: it may be a
   *     token that was not hashed
   */
  static FileTokens parse(String text, String source) {
    var tokens = new ArrayList<Token>();
    var faults = new ArrayList<String>();
    var hashes = new HashSet<String>();
    var lines = text.lines().toList();
    for (var i = 0; i < lines.size(); i++) {
      var line = lines.get(i).replaceFirst("#.*", "").strip();
      var parts = LINE.matcher(line);
      var role = parts.matches() ? Role.ofToken(parts.group(2)) : Optional.<Role>empty();
      if (role.isPresent()) {
        tokens.add(new Token(parts.group(1), role.get(), HexFormat.of().parseHex(parts.group(3))));
        if (!hashes.add(parts.group(3))) {
          faults.add("%s, line %d: an earlier line has the same hash".formatted(source, i + 1));
        }
      } else if (!line.isEmpty()) {
        faults.add(
            "%s, line %d: must be a name of letters, digits, `.`, `_`, `-`; read, write or admin; and 64 hexadecimal digits"
                .formatted(source, i + 1));
      }
    }
    if (tokens.size() > MAX) {
      faults.add(
          "%s: %d tokens are too many; at most %d are allowed"
              .formatted(source, tokens.size(), MAX));
    }
    SettingsException.throwIfAny(faults);
    return new FileTokens(tokens);
  }

  /**
   * The token with this hash. Always compares all tokens, so that the time does not tell which
   * matched.
   */
  Optional<Token> find(byte[] hash) {
    Optional<Token> found = Optional.empty();
    for (var token : tokens) {
      if (MessageDigest.isEqual(token.hash(), hash)) {
        found = Optional.of(token);
      }
    }
    return found;
  }

  int size() {
    return tokens.size();
  }

  /**
   * Entry of the tokens file: name, role and hash of one token.
   *
   * @param name of the token; several tokens may have one name, so that a new one can replace an
   *     old one without a gap
   * @param role what the token allows
   * @param hash SHA-256 of the token
   */
  record Token(String name, Role role, byte[] hash) {}
}
