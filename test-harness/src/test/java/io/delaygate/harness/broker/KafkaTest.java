package io.delaygate.harness.broker;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class the one Kafka cluster that all such classes of a JVM share, as a parameter of
 * type {@link KafkaCluster}. Use topic names of your own; stop nothing.
 *
 * <p>The environment variable {@code DELAYGATE_TEST_KAFKA} chooses {@code embedded} (the default),
 * {@code three-nodes}, {@code restricted} or {@code container}; without a Docker engine the last
 * skips the class.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KafkaExtension.class)
public @interface KafkaTest {}
