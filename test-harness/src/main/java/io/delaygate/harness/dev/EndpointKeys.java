package io.delaygate.harness.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/** File of the key that seals the secrets of endpoints in the development stack. */
final class EndpointKeys {
  private static final int KEY_BYTES = 32;

  private EndpointKeys() {}

  /** The file in a folder of state. It is made with a random key if it does not exist. */
  static Path in(Path folder) throws IOException {
    var file = folder.resolve("endpoint-keys");
    if (!Files.exists(file)) {
      Files.createDirectories(folder);
      var key = new byte[KEY_BYTES];
      new SecureRandom().nextBytes(key);
      Files.writeString(file, Base64.getEncoder().encodeToString(key) + "\n");
    }
    return file;
  }
}
