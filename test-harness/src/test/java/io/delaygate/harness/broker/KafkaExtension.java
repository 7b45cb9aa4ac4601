package io.delaygate.harness.broker;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Extension that starts the shared cluster of {@link KafkaTest} when the first class needs it. */
public final class KafkaExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(KafkaExtension.class);

  static {
    // Test classes share a JVM, and some let threads of a scheduler fail on purpose. By default
    // Awaitility throws uncaught exceptions of any thread of the JVM in all waiting tests.
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }

  /** Here instead of at the first parameter, so that a missing engine skips the whole class. */
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

  /** The cluster, for extensions that start something on it and close that before the cluster. */
  public static KafkaCluster shared(ExtensionContext context) {
    // the root store lives as long as the test run, and closes its values at the end
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(
            KafkaCluster.class,
            key -> KafkaChoice.of(System.getenv(KafkaChoice.VARIABLE)).start(),
            KafkaCluster.class);
  }
}
