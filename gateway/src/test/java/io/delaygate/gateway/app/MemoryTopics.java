package io.delaygate.gateway.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Our own topics in memory, with consumers that each read all partitions. */
final class MemoryTopics implements Supplier<Consumer<byte[], byte[]>> {
  static final String REPLIES = "delay-replies";
  private static final String CONTROL = "delay-control";

  private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> log = new HashMap<>();
  private final List<Reader> readers = new ArrayList<>();
  private final Semaphore reading = new Semaphore(0);
  private final Semaphore following = new Semaphore(0);
  private final int partitions;
  private boolean missing;
  private boolean withoutControl;

  MemoryTopics(int partitions) {
    this.partitions = partitions;
  }

  /** Whether it is the topic of decisions about targets, whatever its prefix. */
  static boolean isControl(String topic) {
    return topic.endsWith(CONTROL);
  }

  @Override
  public synchronized Consumer<byte[], byte[]> get() {
    return new Reader();
  }

  /** Appends a reply and hands it to the consumers of its partition. */
  void send(int partition, byte[] correlationId, byte @Nullable [] key, byte[] value) {
    var correlation = List.<Header>of(new RecordHeader("delay-correlation-id", correlationId));
    send(new ProducerRecord<>(REPLIES, partition, key, value, correlation));
  }

  /** The same. */
  void send(ProducerRecord<byte[], byte[]> reply) {
    var partition = new TopicPartition(REPLIES, reply.partition());
    append(partition, reply.key(), reply.value(), reply.headers());
  }

  /** Number of partitions of the topic of replies. */
  int partitions() {
    return partitions;
  }

  /** Appends a decision and hands it to the consumers; returns its offset. */
  long decide(ProducerRecord<byte[], byte[]> decision) {
    var partition = new TopicPartition(decision.topic(), decision.partition());
    return append(partition, decision.key(), decision.value(), decision.headers());
  }

  /** Appends a dead letter; returns its offset. */
  long letter(ProducerRecord<byte[], byte[]> letter) {
    var partition = new TopicPartition(letter.topic(), letter.partition());
    return append(partition, letter.key(), letter.value(), letter.headers());
  }

  private synchronized long append(
      TopicPartition partition, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    var records = log(partition);
    var record =
        new ConsumerRecord<byte[], byte[]>(
            partition.topic(),
            partition.partition(),
            records.size(),
            MemoryPublisher.TIMESTAMP_MS,
            TimestampType.LOG_APPEND_TIME,
            0,
            0,
            key,
            value,
            headers,
            Optional.empty());
    records.add(record);
    readers.stream().filter(reader -> reader.reads(partition)).forEach(r -> r.addRecord(record));
    return record.offset();
  }

  /** Waits until one more consumer of replies is ready. */
  void awaitReader() {
    await(reading, "replies");
  }

  /** Waits until one more consumer of decisions has read to the end. */
  void awaitFollower() {
    await(following, "decisions");
  }

  /** Waits until all consumers of decisions have read to the end. */
  synchronized void awaitDecided() {
    try {
      while (!readers.stream().allMatch(Reader::hasFollowed)) {
        wait(TimeUnit.SECONDS.toMillis(10));
      }
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
  }

  private static void await(Semaphore permits, String what) {
    try {
      if (!permits.tryAcquire(10, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody reads " + what);
      }
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
  }

  /** Whether all topics but that of decisions are missing. */
  synchronized void setMissing(boolean missing) {
    this.missing = missing;
  }

  synchronized void setWithoutControl(boolean withoutControl) {
    this.withoutControl = withoutControl;
  }

  synchronized boolean isWithoutControl() {
    return withoutControl;
  }

  /** The latest consumer of replies. */
  Reader last() {
    return last(false);
  }

  /** The latest consumer of decisions. */
  Reader lastFollower() {
    return last(true);
  }

  private synchronized Reader last(boolean isFollower) {
    return readers.stream()
        .filter(reader -> reader.follows == isFollower)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  /** Number of consumers of replies so far. */
  synchronized long opened() {
    return readers.stream().filter(reader -> !reader.follows).count();
  }

  private synchronized int partitions(String topic) {
    if (isControl(topic)) {
      return withoutControl ? 0 : 1;
    }
    return missing ? 0 : partitions;
  }

  private List<ConsumerRecord<byte[], byte[]>> log(TopicPartition partition) {
    return log.computeIfAbsent(partition, none -> new ArrayList<>());
  }

  /** Consumer with blocking polls, which must not hold its lock while they wait. */
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  final class Reader extends MockConsumer<byte[], byte[]> {
    private final Semaphore bell = new Semaphore(0);
    private boolean inPlace;
    private boolean follows;
    private boolean hasFollowed;

    private Reader() {
      super("latest");
    }

    /** Lets its next poll fail. */
    void fail(KafkaException failure) {
      setPollException(failure);
      bell.release();
    }

    private boolean reads(TopicPartition partition) {
      return !closed() && assignment().contains(partition);
    }

    /** Whether it has processed all decisions, or does not read them. */
    private boolean hasFollowed() {
      return !follows || closed() || hasFollowed;
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
      synchronized (MemoryTopics.this) {
        if (!readers.contains(this)) {
          follows = isControl(topic);
          readers.add(this);
        }
      }
      return IntStream.range(0, partitions(topic))
          .mapToObj(number -> new PartitionInfo(topic, number, null, null, null))
          .toList();
    }

    @Override
    public void assign(Collection<TopicPartition> assigned) {
      synchronized (MemoryTopics.this) {
        super.assign(assigned);
        for (var partition : assigned) {
          var records = log(partition);
          updateBeginningOffsets(Map.of(partition, 0L));
          updateEndOffsets(Map.of(partition, (long) records.size()));
          records.forEach(this::addRecord);
        }
      }
    }

    /** All records have the same time. */
    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> times) {
      return times.entrySet().stream()
          .filter(time -> time.getValue() <= MemoryPublisher.TIMESTAMP_MS)
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey,
                  time -> new OffsetAndTimestamp(0, MemoryPublisher.TIMESTAMP_MS)));
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> asked) {
      return asked.stream().collect(Collectors.toMap(each -> each, each -> 0L));
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked) {
      synchronized (MemoryTopics.this) {
        return asked.stream()
            .collect(Collectors.toMap(each -> each, each -> (long) log(each).size()));
      }
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      noteProgress();
      var records = super.poll(timeout);
      if (!records.isEmpty()) {
        return records;
      }
      try {
        if (bell.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
          bell.drainPermits();
        }
      } catch (InterruptedException hurried) {
        throw new AssertionError(hurried);
      }
      return super.poll(timeout);
    }

    /** A new poll means that the consumer has processed all earlier records. */
    private void noteProgress() {
      synchronized (MemoryTopics.this) {
        hasFollowed =
            follows && assignment().stream().allMatch(each -> position(each) == log(each).size());
        MemoryTopics.this.notifyAll();
        if (!inPlace && hasFollowed == follows) {
          inPlace = true;
          (follows ? following : reading).release();
        }
      }
    }

    @Override
    public void addRecord(ConsumerRecord<byte[], byte[]> record) {
      super.addRecord(record);
      hasFollowed = false;
      bell.release();
    }

    @Override
    public void wakeup() {
      super.wakeup();
      bell.release();
    }
  }
}
