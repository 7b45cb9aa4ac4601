package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.KafkaTest;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A class of the end-to-end suite: what a user sees, by Kafka and HTTP alone, however brokers and
 * services are run. The build runs it in one JVM, in processes, and with few rights.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@KafkaTest
@Tag("end-to-end")
@interface EndToEnd {}
