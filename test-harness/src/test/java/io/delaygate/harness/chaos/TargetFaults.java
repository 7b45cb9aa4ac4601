package io.delaygate.harness.chaos;

import io.delaygate.harness.broker.WriteRight;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Faults of targets. Most of them only delay jobs, which the model allows anyway; possible effects
 * on the fragile target are recorded. Brokers may be unavailable at the same time, so each change
 * is tried until it succeeds.
 */
final class TargetFaults {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double BYTES_PER_SECOND = 64 * 1024;

  /** Smaller than any job, and larger than a transaction marker. */
  private static final String LITTLE = "100";

  private final Rig rig;
  private Fragile fragile = Fragile.STANDS;

  TargetFaults(Rig rig) {
    this.rig = rig;
  }

  synchronized Fragile fragile() {
    return fragile;
  }

  /** Injects a fault; returns when it is healed. */
  void inject(Fault fault) {
    var target = Rig.TARGETS.get(fault.victim());
    switch (fault.kind()) {
      // brokers check the timestamps of transaction markers, too, which they set themselves: a
      // coordinator never writes a refused marker again
      case TARGET_REFUSES_TIMESTAMPS ->
          setting(fault, target, "message.timestamp.before.max.ms", "" + Rig.BEHIND_MS / 2);
      // brokers count existing replicas only: the topic lacks one while a broker is unavailable
      case TARGET_LACKS_REPLICAS ->
          setting(fault, target, "min.insync.replicas", Integer.toString(rig.brokers().nodes()));
      case TARGET_LACKS_RIGHT -> right(fault, new WriteRight(rig.topics(), target));
      case QUOTA -> quota(fault);
      case TARGET_IS_COMPACTED -> fragile(fault, "cleanup.policy", "compact");
      case TARGET_TAKES_LESS -> fragile(fault, "max.message.bytes", LITTLE);
      case TARGET_IS_REMADE -> remake(fault);
      default -> throw new IllegalArgumentException("no fault of a target: " + fault);
    }
  }

  private void setting(Fault fault, String target, String name, String value) {
    untilDone(() -> rig.topics().alter(target, name, value));
    fault.last();
    untilDone(() -> rig.topics().alter(target, name, null));
  }

  private void fragile(Fault fault, String name, String value) {
    note(fault);
    setting(fault, Rig.FRAGILE, name, value);
  }

  private synchronized void note(Fault fault) {
    fragile = fragile.after(fault.kind());
  }

  /** Deletes and recreates the target; its records are lost. */
  private void remake(Fault fault) {
    note(fault);
    untilDone(rig::deleteFragile);
    fault.last();
    untilDone(rig::createFragile);
    remade();
  }

  private synchronized void remade() {
    fragile = fragile.remade(System.currentTimeMillis());
  }

  private void right(Fault fault, WriteRight right) {
    untilDone(right::revoke);
    fault.last();
    untilDone(right::restore);
  }

  private void quota(Fault fault) {
    untilDone(() -> allow(BYTES_PER_SECOND));
    fault.last();
    untilDone(() -> allow(null));
  }

  /** Sets the quota of all clients, including those of the test; null removes it. */
  private void allow(@Nullable Double bytesPerSecond) {
    var everybody =
        new ClientQuotaEntity(Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, null));
    var op = new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond);
    var change = new ClientQuotaAlteration(everybody, List.of(op));
    done(rig.topics().admin().alterClientQuotas(List.of(change)).all());
  }

  private static void done(KafkaFuture<Void> change) {
    try {
      change.get(5, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    } catch (Exception away) {
      throw new IllegalStateException(away);
    }
  }

  private static void untilDone(Runnable change) {
    Awaitility.await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(
            () -> {
              change.run();
              return true;
            });
  }
}
