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
 * Controller and broker in one, as Kafka's own {@code KafkaRaftServer}, but for one pause: the
 * broker starts when the controller has fenced the one that was killed before.
 *
 * <p>A broker that is back sooner still finds itself the leader of everything, takes up the
 * transactions that were about to be completed, and registers. At that moment its partitions have
 * no leader for some 0.3 s, and Kafka takes a partition without a leader for a deleted one
 * (KAFKA-20734, open in 4.4.0): it writes no markers, and notes the transactions as completed. They
 * hang for ever, with all {@code read_committed} readers behind them. The pause costs a second at
 * most, as the registration would have to wait for the old session's end anyway.
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
        throw new IllegalStateException("the controller did not fence the broker before this one");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    broker.startup();
  }

  /** Stops what runs. */
  void shutdown() {
    try {
      broker.shutdown();
    } finally {
      controller.shutdown();
    }
    broker.awaitShutdown();
    controller.awaitShutdown();
  }

  // None was loaded yet, or an empty one: a cluster's very first record is its version.
  private boolean mayBeTakenForAlive(@Nullable MetadataImage image) {
    if (image == null || image.isEmpty()) {
      return true;
    }
    var known = image.cluster().broker(config.nodeId());
    return known != null && !known.fenced();
  }

  /**
   * What the controller has loaded last. Not read from its cache, whose class moves from one
   * release to the next: this one runs with those before, too.
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
