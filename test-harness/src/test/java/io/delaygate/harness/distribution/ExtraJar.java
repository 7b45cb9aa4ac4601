package io.delaygate.harness.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** Jar like that of the vendor of a managed Kafka, with a login handler that prints a line. */
final class ExtraJar {
  static final String HANDLER = "vendor.LoginHandler";

  /** Line that is printed when a Kafka client creates the handler. */
  static final String SIGN = "the vendor's login handler is here";

  private static final String SOURCE =
      """
      package vendor;

      import java.util.List;
      import java.util.Map;
      import javax.security.auth.callback.Callback;
      import javax.security.auth.login.AppConfigurationEntry;
      import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;

      public final class LoginHandler implements AuthenticateCallbackHandler {
        @Override
        public void configure(
            Map<String, ?> settings, String mechanism, List<AppConfigurationEntry> entries) {
          System.out.println("%s");
        }

        @Override
        public void handle(Callback[] callbacks) {}

        @Override
        public void close() {}
      }
      """;

  private ExtraJar() {}

  /** Compiles the jar against the clients of the distribution, as a vendor would. */
  static void write(Path folder, Distribution distribution) throws IOException {
    var source = folder.resolve("LoginHandler.java");
    Files.writeString(source, SOURCE.formatted(SIGN));
    var compiler = ToolProvider.getSystemJavaCompiler();
    var to = folder.toString();
    var status =
        compiler.run(null, null, null, "-cp", clients(distribution), "-d", to, source.toString());
    assertThat(status).isZero();
    var entry = HANDLER.replace('.', '/') + ".class";
    try (var jar = new JarOutputStream(Files.newOutputStream(folder.resolve("vendor.jar")))) {
      jar.putNextEntry(new JarEntry(entry));
      Files.copy(folder.resolve(entry), jar);
    }
  }

  /** Clients of this distribution, because the services may have different versions. */
  private static String clients(Distribution distribution) throws IOException {
    try (var jars =
        Files.newDirectoryStream(distribution.home().resolve("lib"), "kafka-clients-*.jar")) {
      return jars.iterator().next().toString();
    }
  }
}
