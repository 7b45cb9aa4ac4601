package io.delaygate.harness.broker;

import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Combined controller and broker node, like Kafka's {@code KafkaRaftServer}, except for one pause:
 * the broker starts after the controller has fenced its killed predecessor.
 *
 * <p>A broker that returns sooner is still the leader of all partitions, resumes the transactions
 * that were about to be completed, and registers. At that moment its partitions have no leader for
 * about 0.3 s, and Kafka treats a partition without a leader as deleted (KAFKA-20734, open in
 * 4.4.0): it writes no markers, and records the transactions as completed. They hang for ever, and
 * block all {@code read_committed} readers. The pause costs a second at most, as the registration
 * has to wait for the end of the old session anyway.
 */
final class CombinedNode {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  // Shorter than the limit of the whole start, and much longer than a session.
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(40);

  private final KafkaConfig config;
  private final SharedServer shared;
  private final ControllerServer controller;
  private final BrokerServer broker;

  /** A node on formatted directories; nothing runs yet. */
  CombinedNode(Properties properties) {
    config = KafkaConfig.fromProps(properties);
    var directories =
        KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(CombinedNode.class), "");
    var ensemble = directories._1();
    var quorum = config.quorumConfig();
    shared =
        new SharedServer(
            config,
            ensemble,
            Time.SYSTEM,
            Server.initializeMetrics(config, Time.SYSTEM, ensemble.clusterId().orElseThrow()),
            CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
            List.of(),
            new StandardFaultHandlerFactory(),
            ServerSocketFactory.INSTANCE);
    broker = new BrokerServer(shared);
    controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
  }

  /** Returns when the node takes requests. */
  void startup() {
    controller.startup();
    var latest = new LatestImage();
    shared.loader().installPublishers(List.of(latest)).join();
    var deadline = System.nanoTime() + LIMIT_NANOS;
    while (mayBeTakenForAlive(latest.image)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the controller did not fence this broker's predecessor");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    broker.startup();
  }

  /** Stops the broker, then the controller. */
  void shutdown() {
    try {
      broker.shutdown();
    } finally {
      controller.shutdown();
    }
    broker.awaitShutdown();
    controller.awaitShutdown();
  }

  // True also without an image or with an empty one: a cluster's first record is its version.
  private boolean mayBeTakenForAlive(@Nullable MetadataImage image) {
    if (image == null || image.isEmpty()) {
      return true;
    }
    var known = image.cluster().broker(config.nodeId());
    return known != null && !known.fenced();
  }

  /**
   * Latest metadata image of the controller. It is not read from the controller's cache, whose
   * class moves between releases: this class runs with earlier releases too.
   */
  private static final class LatestImage implements MetadataPublisher {
    private volatile @Nullable MetadataImage image;

    @Override
    public String name() {
      return "LatestImage";
    }

    @Override
    public void onMetadataUpdate(
        MetadataDelta delta, MetadataImage loaded, LoaderManifest manifest) {
      image = loaded;
    }

    @Override
    public void close() {
      // holds nothing
    }
  }
}
