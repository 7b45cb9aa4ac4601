package io.delaygate.harness.broker;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the shared cluster of {@link KafkaTest} when the first class needs it. */
public final class KafkaExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(KafkaExtension.class);

  static {
    // Classes run side by side in one JVM, and some let threads of a scheduler fail on purpose. By
    // default Awaitility throws what any thread of the JVM did not catch, in all tests that wait.
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }

  /** Here rather than with the first parameter, so that a missing engine skips the whole class. */
  @Override
  public void beforeAll(ExtensionContext context) {
    shared(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == KafkaCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return shared(context);
  }

  /** The cluster, for extensions that start something on it; they close that before. */
  public static KafkaCluster shared(ExtensionContext context) {
    // the root store lives as long as the test run, and closes an AutoCloseable at its end
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(
            KafkaCluster.class,
            key -> KafkaChoice.of(System.getenv(KafkaChoice.VARIABLE)).start(),
            KafkaCluster.class);
  }
}
