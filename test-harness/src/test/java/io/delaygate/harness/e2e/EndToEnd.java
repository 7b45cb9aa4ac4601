package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.KafkaTest;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Test class of the end-to-end suite, which observes only Kafka and HTTP, however brokers and
 * services run. The build runs the suite in one JVM, in processes, and with minimum rights.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@KafkaTest
@Tag("end-to-end")
@interface EndToEnd {}
