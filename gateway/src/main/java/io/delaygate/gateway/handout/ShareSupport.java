package io.delaygate.gateway.handout;

import io.delaygate.schemas.background.Background;
import io.delaygate.schemas.logging.LogKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the brokers have share groups. Asks from the start until they have: a cluster may be
 * upgraded under a running gateway. Thread-safe.
 */
public final class ShareSupport implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShareSupport.class);

  /** The feature of a cluster that turns them on. */
  private static final String FEATURE = "share.version";

  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final Admin admin;
  private final ScheduledExecutorService asking;
  private volatile @Nullable String obstacle;

  /** Begins to ask; the client stays the caller's, and must outlive this. */
  public ShareSupport(Admin admin) {
    this.admin = admin;
    this.asking = Background.thread("share-support");
    var unused =
        asking.scheduleWithFixedDelay(this::ask, 0, AGAIN.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Why queues cannot be read; empty when they can, and while nobody knows. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  @Override
  public void close() {
    asking.shutdownNow();
  }

  private void ask() {
    var unused =
        admin
            .describeFeatures()
            .featureMetadata()
            .whenComplete(
                (told, failure) -> {
                  if (failure == null) {
                    learn(told);
                  }
                });
  }

  private void learn(FeatureMetadata told) {
    var level = told.finalizedFeatures().get(FEATURE);
    if (level != null && level.maxVersionLevel() > 0) {
      obstacle = null;
      asking.shutdown();
      return;
    }
    if (obstacle == null) {
      obstacle = "the brokers have no share groups: they need Kafka 4.2 and the feature " + FEATURE;
      LOG.atError()
          .addKeyValue(LogKey.WHY.key(), obstacle)
          .log("Jobs of queues cannot be handed out; everything else works");
    }
  }
}
