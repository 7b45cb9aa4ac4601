/**
 * Real Kafka brokers without a Docker engine, for tests, demonstrations and crash drills.
 *
 * <p>In: {@link io.delaygate.harness.broker.BrokerOptions} (how many nodes, which ports, which data
 * directory). Out: a {@link io.delaygate.harness.broker.KafkaCluster} whose bootstrap servers
 * answer. {@link io.delaygate.harness.broker.EmbeddedKafka} runs in this JVM and starts fast;
 * {@link io.delaygate.harness.broker.BrokerProcess} runs in a JVM of its own and can be killed.
 *
 * <p>Invariants: brokers listen on 127.0.0.1 only; cluster id and ports belong to the data
 * directory, so a restart on it is the same cluster at the same address; each wait has a limit; a
 * child JVM ends with its parent.
 */
@NullMarked
package io.delaygate.harness.broker;

import org.jspecify.annotations.NullMarked;
