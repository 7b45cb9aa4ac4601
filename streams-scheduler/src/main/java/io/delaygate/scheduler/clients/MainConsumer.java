package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.clients.BoundedPollClients.LostPositions;
import io.delaygate.service.reading.BoundedConsumer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Consumer of commands of one stream thread, which bounds its polls, holds back commands whose
 * topics are not known yet, and lets no offset be committed that was rolled back. It polls no
 * longer than {@link PollBound} allows. For its stream thread.
 */
final class MainConsumer extends BoundedConsumer {
  /**
   * Time to wait for the committed offsets; while the group does not return them, it accepts no
   * commit either.
   */
  private static final Duration COMMITTED = Duration.ofSeconds(2);

  private final BoundedPollClients clients;
  private final SharedClients shared;
  private final LostPositions lostPositions;
  private final UncheckedCommands unchecked;
  private final RewoundPartitions rewound = new RewoundPartitions();

  MainConsumer(
      Map<String, Object> config,
      BoundedPollClients clients,
      SharedClients shared,
      LostPositions lostPositions) {
    super(config);
    FetchResponseFilter.truncateOversized(this);
    this.clients = clients;
    this.shared = shared;
    this.lostPositions = lostPositions;
    this.unchecked = new UncheckedCommands(shared.directory(), shared.ticker());
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    clients.polls(this);
    try {
      if (!setBackWhatIsUnset()) {
        return ConsumerRecords.empty();
      }
      if (clients.hasProducers()) { // else each record is visible when it is sent
        shared.poll().pause();
      }
      var polled = super.poll(shared.poll().shorten(timeout));
      var records = unchecked.judgeable(polled, super::seek);
      rewound.read(records.nextOffsets().keySet());
      shared.commits().polled(records.count());
      shared.poll().polled();
      return records;
    } catch (InvalidOffsetException lost) {
      if (lostPositions.account(lost)) {
        throw lost;
      }
      return ConsumerRecords.empty(); // the next poll throws again
    } finally {
      clients.polled();
    }
  }

  /** Notes a roll-back of the thread's transaction, whose records are to be read again. */
  void rolledBack() {
    rewound.rolledBack(assignment());
  }

  /**
   * Sets the positions of partitions that would be read without a set position after a roll-back.
   *
   * @return false if the group does not return the committed offsets; then no record may be read
   */
  private boolean setBackWhatIsUnset() {
    var readable = new HashSet<>(assignment());
    readable.removeAll(paused());
    var unset = rewound.unset(readable);
    if (unset.isEmpty()) {
      return true;
    }
    try {
      committed(unset, COMMITTED).forEach(this::setBack);
      return true;
    } catch (TimeoutException unanswered) {
      return false;
    }
  }

  private void setBack(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
    if (committed == null) {
      seekToBeginning(List.of(partition));
    } else {
      seek(partition, committed);
    }
  }

  @Override
  public void seek(TopicPartition partition, long offset) {
    rewound.rewound(List.of(partition));
    super.seek(partition, offset);
  }

  @Override
  public void seek(TopicPartition partition, OffsetAndMetadata offset) {
    rewound.rewound(List.of(partition));
    super.seek(partition, offset);
  }

  @Override
  public void seekToBeginning(Collection<TopicPartition> partitions) {
    rewound.rewound(partitions);
    super.seekToBeginning(partitions);
  }

  @Override
  public void seekToEnd(Collection<TopicPartition> partitions) {
    rewound.rewound(partitions);
    super.seekToEnd(partitions);
  }

  @Override
  public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
    super.commitSync(committable(offsets));
    clients.ended();
  }

  /** Offsets that may be committed. */
  Map<TopicPartition, OffsetAndMetadata> committable(
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    return rewound.committable(offsets);
  }
}
