package io.delaygate.harness.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Self-signed certificate of brokers on 127.0.0.1, made by Java's keytool. */
record BrokerKeys(Path folder) implements AutoCloseable {
  /** Password of the keystore; not a secret, because it protects nothing. */
  static final String PASSWORD = "delaygate";

  static BrokerKeys make() {
    try {
      var keys = new BrokerKeys(Files.createTempDirectory("broker-keys"));
      keys.keytool(
          "-genkeypair",
          "-keyalg",
          "EC",
          "-dname",
          "CN=kafka",
          "-ext",
          "san=ip:127.0.0.1",
          "-storetype",
          "PKCS12");
      keys.keytool("-exportcert", "-rfc", "-file", keys.certificate().toString());
      return keys;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Keystore of the brokers. */
  Path keystore() {
    return folder.resolve("broker.p12");
  }

  /** Certificate that clients trust, PEM. */
  Path certificate() {
    return folder.resolve("broker.pem");
  }

  private void keytool(String... what) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(what));
    command.addAll(
        List.of("-alias", "broker", "-keystore", keystore().toString(), "-storepass", PASSWORD));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(said);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(keystore());
      Files.deleteIfExists(certificate());
      Files.deleteIfExists(folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
