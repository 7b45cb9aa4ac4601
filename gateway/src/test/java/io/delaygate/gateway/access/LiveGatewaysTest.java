package io.delaygate.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Actor;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.UsageLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the number of live gateways that a gateway assumes, with a manual ticker. */
@Timeout(60)
class LiveGatewaysTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** A negative value, which {@link System#nanoTime} may return. */
  private final AtomicLong nanos = new AtomicLong(-5);

  private final AtomicInteger polls = new AtomicInteger();

  /** Answers of the brokers; the last one is repeated. */
  private final Queue<OptionalInt> members = new ConcurrentLinkedQueue<>();

  private volatile boolean hasJoined;

  private final LiveGateways gateways =
      new LiveGateways("delay-control", Member::new, this::members, nanos::get);

  @AfterEach
  void close() {
    gateways.close();
  }

  @Test
  void aGatewayThatStartsTakesAShareAsOneOfMany() {
    assertThat(gateways.count()).isEqualTo(LiveGateways.ASSUMED);
    assertThat(callsThatPass(100)).isEqualTo(100 / LiveGateways.ASSUMED);
  }

  @Test
  void whatIsAssumedHasAnEnd() {
    nanos.addAndGet(LiveGateways.ASSUMED_FOR.toNanos() - 1);
    assertThat(gateways.count()).isEqualTo(LiveGateways.ASSUMED);

    nanos.addAndGet(1);
    assertThat(gateways.count()).isEqualTo(1);
  }

  @Test
  void theGroupIsNotCountedWithoutThisGateway() {
    // Given
    members.add(OptionalInt.of(2));
    gateways.start();
    Awaitility.await().atMost(LIMIT).until(() -> polls.get() > 20);
    assertThat(gateways.count()).isEqualTo(LiveGateways.ASSUMED);

    // When
    members.add(OptionalInt.of(3));
    members.remove();
    hasJoined = true;

    // Then
    Awaitility.await().atMost(LIMIT).until(() -> gateways.count() == 3);
  }

  @Test
  void theLastNumberHoldsWhileThereIsNoOther() {
    // Given
    hasJoined = true;
    members.add(OptionalInt.of(4));
    gateways.start();
    Awaitility.await().atMost(LIMIT).until(() -> gateways.count() == 4);

    // When
    members.add(OptionalInt.empty());
    members.remove();
    var before = polls.get();
    Awaitility.await().atMost(LIMIT).until(() -> polls.get() > before + 20);
    nanos.addAndGet(LiveGateways.ASSUMED_FOR.toNanos());

    // Then
    assertThat(gateways.count()).isEqualTo(4);
  }

  private OptionalInt members() {
    return Optional.ofNullable(members.peek()).orElse(OptionalInt.empty());
  }

  private long callsThatPass(int perSecond) {
    var control =
        new NamespaceControl(new UsageLimits(perSecond, null, null, null), List.of("*"), List.of());
    var view = new ControlView(Map.of(), Map.of("shop", control), Map.of());
    var refused = new AtomicInteger();
    var quotas =
        new Quotas(
            new Quotas.Knowledge(() -> view, gateways::count),
            new PendingJobQuota(CompletableFuture::new, Map::of, nanos::get),
            nanos::get,
            limit -> refused.incrementAndGet());
    var caller = new Caller("a", "shop", Role.WRITE, UsageLimits.NONE, "", new Actor("a@shop"));
    return IntStream.range(0, perSecond)
        .filter(
            i -> {
              try {
                quotas.call(caller);
                return true;
              } catch (RuntimeException tooMany) {
                return false;
              }
            })
        .count();
  }

  private final class Member extends MockConsumer<byte[], byte[]> {
    Member() {
      super("latest");
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      polls.incrementAndGet();
      return super.poll(timeout);
    }

    @Override
    @SuppressWarnings("removal") // the constructor is the only way to make one
    public ConsumerGroupMetadata groupMetadata() {
      return hasJoined ? super.groupMetadata() : new ConsumerGroupMetadata("gateways");
    }
  }
}
