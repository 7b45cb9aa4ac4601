package io.delaygate.harness.console;

import io.delaygate.harness.broker.KafkaExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Test class that uses the installation shared by all such classes of a JVM, as a parameter of type
 * {@link ConsoleStack}. Such a class uses its own names and stops nothing.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ConsoleTest.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@interface ConsoleTest {
  /** Extension that starts the installation when the first class needs it. */
  final class Extension implements BeforeAllCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(ConsoleTest.class);

    /** Here instead of at the first page, so that a missing browser skips the whole class. */
    @Override
    public void beforeAll(ExtensionContext context) {
      Chromium.assumeInstalled();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == ConsoleStack.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      Chromium.assumeInstalled();
      var cluster = KafkaExtension.shared(context);
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .computeIfAbsent(
              ConsoleStack.class, key -> new ConsoleStack(cluster, folder()), ConsoleStack.class);
    }

    /** Folder of the installation, which outlives the tests' own temporary folders. */
    private static Path folder() {
      try {
        return Files.createDirectories(Path.of("target", "console", UUID.randomUUID().toString()));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
