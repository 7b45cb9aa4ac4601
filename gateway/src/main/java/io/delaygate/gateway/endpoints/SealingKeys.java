package io.delaygate.gateway.endpoints;

import io.delaygate.service.settings.SettingsException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Keys of AES-256 that seal the secrets of endpoints. The first one seals; all of them open what
 * they sealed, so that a new key can be put in front of an old one.
 */
public final class SealingKeys {
  /** Most keys of a file; a rotation needs two. */
  static final int KEYS_MAX = 10;

  private static final int KEY_BYTES = 32;

  /** Enough to tell ten keys apart, and no help to guess one. */
  static final int ID_BYTES = 4;

  private final List<Key> keys;

  private SealingKeys(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Reads one key in base64 from each line, where a {@code #} begins a comment.
   *
   * @param source where they come from, for messages
   * @throws SettingsException naming every line that is not valid, but not its text
   */
  public static SealingKeys parse(String text, String source) {
    var keys = new ArrayList<Key>();
    var faults = new ArrayList<String>();
    var lines = text.lines().toList();
    for (var i = 0; i < lines.size(); i++) {
      var line = lines.get(i).replaceFirst("#.*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      var key = key(line);
      if (key.isEmpty()) {
        faults.add(
            "%s, line %d: must be %d bytes in base64, as `openssl rand -base64 %d` makes them"
                .formatted(source, i + 1, KEY_BYTES, KEY_BYTES));
      } else if (keys.stream().anyMatch(other -> Arrays.equals(other.id(), key.get().id()))) {
        faults.add("%s, line %d: an earlier line has the same key".formatted(source, i + 1));
      } else {
        keys.add(key.get());
      }
    }
    if (keys.isEmpty() && faults.isEmpty()) {
      faults.add(source + ": has no key; the first line must be one");
    }
    if (keys.size() > KEYS_MAX) {
      faults.add(
          "%s: %d keys are too many; at most %d are allowed"
              .formatted(source, keys.size(), KEYS_MAX));
    }
    SettingsException.throwIfAny(faults);
    return new SealingKeys(keys);
  }

  private static Optional<Key> key(String line) {
    try {
      var bytes = Base64.getDecoder().decode(line);
      return bytes.length == KEY_BYTES ? Optional.of(new Key(id(bytes), bytes)) : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static byte[] id(byte[] key) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key), ID_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** The key that seals. */
  Key first() {
    return keys.get(0);
  }

  /** The key with that id; empty when the file does not have it. */
  Optional<Key> find(byte[] id) {
    return keys.stream().filter(key -> Arrays.equals(key.id(), id)).findFirst();
  }

  /**
   * Key with the id that sealed texts name it by.
   *
   * @param id the first bytes of its SHA-256
   * @param bytes the key itself
   */
  record Key(byte[] id, byte[] bytes) {
    /** Not the key. */
    @Override
    public String toString() {
      return "a key";
    }
  }
}
