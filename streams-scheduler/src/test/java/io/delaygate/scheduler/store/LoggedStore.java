package io.delaygate.scheduler.store;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Job store as Kafka Streams hands it out: each put is logged after the store's own put. */
record LoggedStore(RocksJobStore store, Changelog changelog)
    implements KeyValueStore<Bytes, byte[]> {
  @Override
  public void put(Bytes key, byte @Nullable [] value) {
    store.put(key, value);
    changelog.log(key.get(), value);
  }

  @Override
  public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    throw new UnsupportedOperationException();
  }

  @Override
  public byte @Nullable [] delete(Bytes key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    return store.get(key);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    return store.range(from, to);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return store.all();
  }

  @Override
  public long approximateNumEntries() {
    return store.approximateNumEntries();
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean persistent() {
    return store.persistent();
  }

  @Override
  public boolean isOpen() {
    return store.isOpen();
  }

  @Override
  public Position getPosition() {
    return store.getPosition();
  }

  /** Sends a record in the thread's transaction, or in a new one. */
  interface Changelog {
    void log(byte[] key, byte @Nullable [] value);
  }
}
