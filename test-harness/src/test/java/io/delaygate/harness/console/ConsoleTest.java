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
 * Gives a test class the one installation that all such classes of a JVM share, as a parameter of
 * type {@link ConsoleStack}. Use names of your own; stop nothing.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ConsoleTest.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@interface ConsoleTest {
  /** Starts it when the first class needs it. */
  final class Extension implements BeforeAllCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(ConsoleTest.class);

    /** Here rather than with the first page, so that a missing browser skips the whole class. */
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

    /** Of a stack that is closed after all tests, when theirs are gone. */
    private static Path folder() {
      try {
        return Files.createDirectories(Path.of("target", "console", UUID.randomUUID().toString()));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
