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
 * Faults of targets. After most of them jobs are only later, and the model needs to know nothing;
 * what those of the fragile one may do to jobs is noted. Brokers may be away at the same time, so
 * that each change is tried until it is made.
 */
final class TargetFaults {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double BYTES_PER_SECOND = 64 * 1024;

  /** Less than any job needs, and more than the marker that ends a transaction. */
  private static final String LITTLE = "100";

  private final Rig rig;
  private Fragile fragile = Fragile.STANDS;

  TargetFaults(Rig rig) {
    this.rig = rig;
  }

  synchronized Fragile fragile() {
    return fragile;
  }

  /** Returns when it is healed. */
  void inject(Fault fault) {
    var target = Rig.TARGETS.get(fault.victim());
    switch (fault.kind()) {
      // brokers ask the same of the ends of transactions, which they stamp themselves: one that is
      // refused is written by no coordinator any more
      case TARGET_REFUSES_TIMESTAMPS ->
          setting(fault, target, "message.timestamp.before.max.ms", "" + Rig.BEHIND_MS / 2);
      // brokers count no more than there are: it lacks one whenever a broker is away
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

  /** What it had goes with it. */
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

  /** Of every client, the clients of the test too; null takes it away. */
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
