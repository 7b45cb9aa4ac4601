package io.delaygate.harness.broker;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Test class that uses the Kafka cluster shared by all such classes of a JVM, as a parameter of
 * type {@link KafkaCluster}. Such a class uses its own topic names and stops nothing.
 *
 * <p>The environment variable {@code DELAYGATE_TEST_KAFKA} chooses {@code embedded} (the default),
 * {@code three-nodes}, {@code restricted} or {@code container}; without a Docker engine, the last
 * one skips the class.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KafkaExtension.class)
public @interface KafkaTest {}
