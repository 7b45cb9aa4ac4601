package io.delaygate.gateway.handout;

import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.background.GuardedScheduler;
import io.delaygate.schemas.logging.LogKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
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
  private final GuardedScheduler asking;
  private volatile @Nullable String obstacle;

  /** Begins to ask; the client stays the caller's, and must outlive this. */
  public ShareSupport(Admin admin, BackgroundFailures failures) {
    this.admin = admin;
    this.asking = new GuardedScheduler("share-support", failures);
    asking.repeatUntilDone(() -> AGAIN, this::ask);
  }

  /** Why queues cannot be read; empty when they can, and while nobody knows. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  @Override
  public void close() {
    asking.close();
  }

  private boolean ask() throws InterruptedException {
    try {
      return learn(admin.describeFeatures().featureMetadata().get());
    } catch (ExecutionException unanswered) {
      LOG.atDebug().setCause(unanswered).log("The brokers did not tell their features");
      return false;
    }
  }

  /** Whether they have share groups. */
  private boolean learn(FeatureMetadata told) {
    var level = told.finalizedFeatures().get(FEATURE);
    if (level != null && level.maxVersionLevel() > 0) {
      obstacle = null;
      return true;
    }
    if (obstacle == null) {
      obstacle = "the brokers have no share groups: they need Kafka 4.2 and the feature " + FEATURE;
      LOG.atError()
          .addKeyValue(LogKey.WHY.key(), obstacle)
          .log("Jobs of queues cannot be handed out; everything else works");
    }
    return false;
  }
}
