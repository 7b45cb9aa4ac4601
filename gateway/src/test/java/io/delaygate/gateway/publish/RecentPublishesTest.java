package io.delaygate.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

class JustPublishedTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final RecentPublishes recentPublishes =
      new RecentPublishes(target -> target.startsWith("queue."), nanos::get);

  @Test
  void theLastCommandOfEachPartitionIsKnownForAWhile() {
    // Given
    add("queue.a", 0, 5);
    add("queue.a", 0, 4);
    add("queue.a", 3, 1);
    add("queue.b", 0, 9);
    add("orders", 0, 10);

    // Then
    assertThat(recentPublishes.of("queue.a").last()).isEqualTo(Map.of(0, 5L, 3, 1L));
    assertThat(recentPublishes.of("orders").last()).isEmpty();
    nanos.addAndGet(RecentPublishes.YOUNG.toNanos() - 1);
    assertThat(recentPublishes.of("queue.b").last()).isNotEmpty();
    assertThat(recentPublishes.isAny("queue.b", nanos.get())).isTrue();
    nanos.incrementAndGet();
    assertThat(recentPublishes.of("queue.b").last()).isEmpty();
    assertThat(recentPublishes.isAny("queue.b", nanos.get())).isFalse();
  }

  @Test
  void whoCameBeforeDoesNotWaitForIt() {
    // Given
    var cameAt = nanos.get();
    nanos.incrementAndGet();

    // When
    add("queue.a", 0, 5);

    // Then
    assertThat(recentPublishes.isAny("queue.a", cameAt)).isFalse();
    assertThat(recentPublishes.isAny("queue.a", nanos.get())).isTrue();
  }

  @Test
  void whoHasWaitedDoesNotWaitForWhatIsPublishedMeanwhile() {
    // Given
    add("queue.a", 0, 5);
    var cameAt = nanos.get();
    var commands = recentPublishes.of("queue.a");

    // When
    nanos.incrementAndGet();
    add("queue.a", 0, 6);
    recentPublishes.forget("queue.a", commands);

    // Then
    assertThat(recentPublishes.isAny("queue.a", cameAt - 1)).isFalse();
    assertThat(recentPublishes.isAny("queue.a", nanos.get())).isTrue();
    recentPublishes.forget("queue.a", recentPublishes.of("queue.a"));
    assertThat(recentPublishes.isAny("queue.a", nanos.get())).isFalse();
  }

  @Test
  void ofManyQueuesTheLastAreKnown() {
    // When
    for (var i = 0; i <= RecentPublishes.QUEUES; i++) {
      add("queue." + i, 0, i);
    }

    // Then
    assertThat(recentPublishes.of("queue.0").last()).isEmpty();
    assertThat(recentPublishes.of("queue.1").last()).isNotEmpty();
  }

  private void add(String target, int partition, long offset) {
    Header header = new RecordHeader(DelayHeader.TARGET_TOPIC.headerName(), target.getBytes(UTF_8));
    recentPublishes.add(List.of(header), new PublishResult.Stored(partition, offset, 0));
  }
}
