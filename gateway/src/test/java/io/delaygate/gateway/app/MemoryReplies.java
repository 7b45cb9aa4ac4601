package io.delaygate.gateway.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** The topic of replies in memory, and its readers, of which each sees all of its partition. */
final class MemoryReplies implements Supplier<Consumer<byte[], byte[]>> {
  static final String TOPIC = "delay-replies";

  private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
  private final List<Reader> readers = new ArrayList<>();
  private final Semaphore reading = new Semaphore(0);
  private final int partitions;
  private boolean missing;

  MemoryReplies(int partitions) {
    this.partitions = partitions;
  }

  @Override
  public synchronized Consumer<byte[], byte[]> get() {
    var reader = new Reader();
    readers.add(reader);
    return reader;
  }

  /** Appends a reply and brings it to whoever reads its partition. */
  synchronized void send(int partition, byte[] correlationId, byte[] value) {
    var offset = log.stream().filter(reply -> reply.partition() == partition).count();
    var headers =
        new RecordHeaders(List.of(new RecordHeader("delay-correlation-id", correlationId)));
    var reply =
        new ConsumerRecord<byte[], byte[]>(
            TOPIC,
            partition,
            offset,
            0,
            TimestampType.LOG_APPEND_TIME,
            0,
            value.length,
            null,
            value,
            headers,
            Optional.empty());
    log.add(reply);
    readers.stream().filter(reader -> reader.reads(partition)).forEach(r -> r.addRecord(reply));
  }

  /** Until one more consumer is in place. */
  void awaitReader() {
    try {
      if (!reading.tryAcquire(10, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody reads replies");
      }
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
  }

  synchronized void setMissing(boolean missing) {
    this.missing = missing;
  }

  /** The consumer that was opened last. */
  synchronized Reader last() {
    return readers.get(readers.size() - 1);
  }

  synchronized int opened() {
    return readers.size();
  }

  private synchronized boolean isMissing() {
    return missing;
  }

  private synchronized List<ConsumerRecord<byte[], byte[]>> log(int partition) {
    return log.stream().filter(reply -> reply.partition() == partition).toList();
  }

  /** A consumer whose polls wait, for which they may not hold its lock. */
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  final class Reader extends MockConsumer<byte[], byte[]> {
    private final Semaphore bell = new Semaphore(0);
    private boolean inPlace;

    private Reader() {
      super("latest");
    }

    /** Its next poll fails. */
    void fail(KafkaException failure) {
      setPollException(failure);
      bell.release();
    }

    private boolean reads(int partition) {
      return !closed() && assignment().contains(new TopicPartition(TOPIC, partition));
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
      if (isMissing()) {
        return List.of();
      }
      return IntStream.range(0, partitions)
          .mapToObj(number -> new PartitionInfo(topic, number, null, null, null))
          .toList();
    }

    @Override
    public void assign(Collection<TopicPartition> assigned) {
      synchronized (MemoryReplies.this) {
        super.assign(assigned);
        for (var partition : assigned) {
          var replies = log(partition.partition());
          updateBeginningOffsets(Map.of(partition, 0L));
          updateEndOffsets(Map.of(partition, (long) replies.size()));
          replies.forEach(this::addRecord);
        }
      }
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      if (!inPlace) {
        inPlace = true;
        reading.release();
      }
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

    @Override
    public void addRecord(ConsumerRecord<byte[], byte[]> record) {
      super.addRecord(record);
      bell.release();
    }

    @Override
    public void wakeup() {
      super.wakeup();
      bell.release();
    }
  }
}
