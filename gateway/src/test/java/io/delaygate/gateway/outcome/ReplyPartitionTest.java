package io.delaygate.gateway.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ReplyPartitionTest {
  private static final String TOPIC = "delay-replies";
  private final ReplyPartition place = new ReplyPartition(TOPIC, new Random(7));

  @Test
  void beginsAtTheEndOfOnePartition() {
    var consumer = consumer(16, 42);

    assertThat(place.take(consumer, true)).isTrue();

    var here = new TopicPartition(TOPIC, place.partition());
    assertThat(consumer.assignment()).containsExactly(here);
    assertThat(consumer.position(here)).isEqualTo(42);
  }

  @Test
  void everyPartitionIsDrawn() {
    var random = new Random(7);
    var drawn = new HashSet<Integer>();
    for (var i = 0; i < 200; i++) {
      var next = new ReplyPartition(TOPIC, random);
      next.take(consumer(16, 0), false);
      drawn.add(next.partition());
    }

    assertThat(drawn).hasSize(16);
  }

  @Test
  void aTopicThatIsMissingHasNoPlace() {
    assertThat(place.take(consumer(0, 0), false)).isFalse();
  }

  @Test
  void goesOnBehindTheLastReplyThatWasDealtWith() {
    place.take(consumer(16, 42), false);
    var before = place.partition();
    place.passed(43);

    var next = consumer(16, 90);
    place.take(next, true);

    assertThat(place.partition()).isEqualTo(before);
    assertThat(next.position(new TopicPartition(TOPIC, before))).isEqualTo(44);
  }

  @Test
  void goesOnFromItsBeginningWhenNothingCameYet() {
    place.take(consumer(16, 42), false);

    var next = consumer(16, 90);
    place.take(next, true);

    assertThat(next.position(new TopicPartition(TOPIC, place.partition()))).isEqualTo(42);
  }

  @Test
  void doesNotReadAgainWhatNobodyWaitsFor() {
    place.take(consumer(16, 42), false);

    var next = consumer(16, 90);
    place.take(next, false);

    assertThat(next.position(new TopicPartition(TOPIC, place.partition()))).isEqualTo(90);
  }

  @Test
  void aPartitionThatIsGoneIsGivenUp() {
    place.take(consumer(16, 42), false);
    assertThat(place.partition()).isPositive();

    var next = consumer(1, 3);
    place.take(next, true);

    assertThat(place.partition()).isZero();
    assertThat(next.position(new TopicPartition(TOPIC, 0))).isEqualTo(3);
  }

  private static MockConsumer<byte[], byte[]> consumer(int partitions, long end) {
    var consumer = new MockConsumer<byte[], byte[]>("latest");
    var infos =
        IntStream.range(0, partitions)
            .mapToObj(number -> new PartitionInfo(TOPIC, number, null, null, null))
            .toList();
    consumer.updatePartitions(TOPIC, infos);
    for (var info : infos) {
      var partition = new TopicPartition(TOPIC, info.partition());
      consumer.updateBeginningOffsets(Map.of(partition, 0L));
      consumer.updateEndOffsets(Map.of(partition, end));
    }
    return consumer;
  }
}
