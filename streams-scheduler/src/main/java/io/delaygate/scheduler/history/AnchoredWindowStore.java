package io.delaygate.scheduler.history;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * A stock window store that remembers offsets even while it is empty.
 *
 * <p>The stock store of Kafka Streams 4.3.1 keeps them in its segments. While it has none, as in a
 * partition where no job has ended yet, it answers that it knows no offset, which under
 * exactly-once is taken for damage: the task throws away <em>all</em> its stores, the jobs too, and
 * restores them from the beginning. So an empty store gets an entry that no id can have, in this
 * copy alone: it is not logged. One thread writes; any may read.
 */
final class AnchoredWindowStore implements WindowStore<Bytes, byte[]> {
  private static final Bytes NO_ID = Bytes.wrap(new byte[0]);
  private static final byte[] NOTHING = new byte[0];

  /** In the oldest segment there can be, which goes as soon as there is another. */
  private static final long LONG_AGO = 0;

  private final WindowStore<Bytes, byte[]> stock;
  private boolean anchored;

  AnchoredWindowStore(WindowStore<Bytes, byte[]> stock) {
    this.stock = stock;
  }

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    stock.commit(changelogOffsets);
    if (!anchored && !changelogOffsets.isEmpty()) {
      if (changelogOffsets.keySet().stream().anyMatch(p -> stock.committedOffset(p) == null)) {
        stock.put(NO_ID, NOTHING, LONG_AGO);
        stock.commit(changelogOffsets);
      }
      anchored = true;
    }
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition partition) {
    return stock.committedOffset(partition);
  }

  @Override
  @SuppressWarnings("deprecation") // deprecated is the answer "false"
  public boolean managesOffsets() {
    return stock.managesOffsets();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    anchored = false;
    stock.init(context, root);
  }

  @Override
  public void close() {
    stock.close();
  }

  @Override
  public String name() {
    return stock.name();
  }

  @Override
  public boolean persistent() {
    return stock.persistent();
  }

  @Override
  public boolean isOpen() {
    return stock.isOpen();
  }

  @Override
  public Position getPosition() {
    return stock.getPosition();
  }

  @Override
  public void put(Bytes id, byte @Nullable [] value, long ms) {
    stock.put(id, value, ms);
  }

  @Override
  public byte @Nullable [] fetch(Bytes id, long ms) {
    return stock.fetch(id, ms);
  }

  @Override
  public WindowStoreIterator<byte[]> fetch(Bytes id, long fromMs, long toMs) {
    return stock.fetch(id, fromMs, toMs);
  }

  @Override
  public WindowStoreIterator<byte[]> backwardFetch(Bytes id, long fromMs, long toMs) {
    return stock.backwardFetch(id, fromMs, toMs);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      Bytes from, Bytes to, long fromMs, long toMs) {
    return stock.fetch(from, to, fromMs, toMs);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(long fromMs, long toMs) {
    return stock.fetchAll(fromMs, toMs);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> all() {
    return stock.all();
  }
}
