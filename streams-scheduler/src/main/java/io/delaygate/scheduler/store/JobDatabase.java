package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WriteOptions;

/**
 * Open RocksDB database of a job store, with its three column families. Each write goes to its log
 * first, which is not synchronised: it survives the process, and after a crash of the machine what
 * is lost of it is read again from the changelog. Without a log all since the last flush would be.
 * A write is of jobs, index, counts and offsets together, and so what is found is one moment of all
 * of them.
 *
 * <p>The index's family has the name of its layout. One of another name is what another version
 * left, and {@link IndexMigration} replaces it. A mark beside the data would not do: the first
 * version, which knows none, would take entries of this layout for stale ones and remove them. As
 * it is, it does not open the store at all.
 */
final class JobDatabase implements AutoCloseable {
  /** How many neighbouring entries are looked at, and how many deletions make a file compact. */
  private static final int DELETION_WINDOW = 1024;

  private static final int DELETION_TRIGGER = 512;

  /**
   * Of a memtable's bound, so 160 KiB for some 100,000 jobs: makes "there is no such job" cheap for
   * what was just written. It is taken from the process's write buffers for each store, used or
   * not.
   */
  private static final double MEMTABLE_BLOOM = 0.0025;

  /**
   * What a memtable takes at its first entry. With RocksDB's own 1 MiB the memtables of 16 stores
   * fill the process's write buffers when almost empty, and then every write begins a flush.
   */
  private static final long MEMTABLE_STEP_BYTES = 64 * 1024;

  /**
   * RocksDB's own choice, Snappy, took a fifth of the scheduler's CPU where jobs are reserved and
   * finished by 50: a job at random is found in 12 instead of 17 µs with this one.
   */
  private static final CompressionType COMPRESSION = CompressionType.LZ4_COMPRESSION;

  /** Of the layout that {@link KeySpaces} describes. The first one was named "timeline". */
  static final String INDEX = "index-2";

  static final String JOBS = "jobs";

  /** Of a read-only database: what it holds is read once, from the first to the last. */
  private static final int OPEN_FILES = 64;

  /**
   * Logs are replayed only up to the first one that does not follow upon the one before. Else a
   * manifest that lost its end would bring back the offset of the last log, without the jobs of the
   * files that it has forgotten. The binding has no method for it.
   */
  private static final Properties NO_HOLES = properties("track_and_verify_wals", "true");

  private static final int OFFSETS_AT = 0;
  private static final int JOBS_AT = 1;
  private static final int INDEX_AT = 2;
  private static final int FORMER_AT = 3;

  private final List<AbstractNativeReference> owned = new ArrayList<>();
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final ReadOptions now = own(new ReadOptions());
  private final WriteOptions writes;
  private final RocksDB db;

  JobDatabase(Path directory, RocksMemory memory) {
    try {
      writes = own(new WriteOptions());
      db =
          RocksDB.open(
              databaseOptions(memory),
              directory.toAbsolutePath().toString(),
              descriptors(directory, memory),
              families);
    } catch (RocksDBException failed) {
      releaseOptions();
      throw new ProcessorStateException("Cannot open the job store in " + directory, failed);
    }
  }

  private JobDatabase(Path directory) throws RocksDBException {
    writes = own(new WriteOptions());
    var options = own(new DBOptions().setMaxOpenFiles(OPEN_FILES));
    var path = directory.toAbsolutePath().toString();
    var found = new ArrayList<ColumnFamilyDescriptor>();
    var family = own(new ColumnFamilyOptions());
    var known = List.of(new String(RocksDB.DEFAULT_COLUMN_FAMILY, US_ASCII), JOBS);
    known.forEach(name -> found.add(new ColumnFamilyDescriptor(name.getBytes(US_ASCII), family)));
    try {
      db = RocksDB.openReadOnly(options, path, found, families);
    } catch (RocksDBException failed) {
      releaseOptions();
      throw failed;
    }
  }

  /**
   * Opens a database read-only, with any layout of the index: jobs and offsets are read, and
   * nothing on the disk is changed. Another process may have it open.
   */
  static JobDatabase readOnly(Path directory) throws RocksDBException {
    RocksDB.loadLibrary();
    return new JobDatabase(directory);
  }

  RocksDB db() {
    return db;
  }

  WriteOptions writes() {
    return writes;
  }

  /** Changelog offsets, and the mark of a store in use. */
  ColumnFamilyHandle offsets() {
    return families.get(OFFSETS_AT);
  }

  /** Id to stored job. */
  ColumnFamilyHandle jobs() {
    return families.get(JOBS_AT);
  }

  /** Index key to nothing. */
  ColumnFamilyHandle index() {
    return families.get(INDEX_AT);
  }

  /** Whether there is an index of another layout beside the index. */
  boolean hasFormerIndex() {
    return families.size() > FORMER_AT;
  }

  /** Drops the index that {@link #hasFormerIndex} found, at once and permanently. */
  void dropFormerIndex() throws RocksDBException {
    var former = families.subList(FORMER_AT, families.size());
    for (var family : former) {
      db.dropColumnFamily(family);
      family.close();
    }
    former.clear();
  }

  /** The stored bytes of a job, null if there is none. */
  byte @Nullable [] read(byte[] id) throws RocksDBException {
    return PointRead.own().read(db, jobs(), now, id);
  }

  /** The stored bytes of several jobs, null for each that is not there. */
  List<byte[]> read(List<byte[]> ids) throws RocksDBException {
    return read(now, ids);
  }

  /**
   * The same as of the snapshot that the options name, if any. RocksDB's multi-get does not report
   * a read that failed: what it does not find is read again alone, and that throws.
   */
  List<byte[]> read(ReadOptions at, List<byte[]> ids) throws RocksDBException {
    if (ids.isEmpty()) {
      return List.of();
    }
    var found = db.multiGetAsList(at, Collections.nCopies(ids.size(), jobs()), ids);
    for (var i = 0; i < found.size(); i++) {
      if (found.get(i) == null) {
        found.set(i, PointRead.own().read(db, jobs(), at, ids.get(i)));
      }
    }
    return found;
  }

  /** A walk through all of a family. Must be closed. */
  CheckedIterator walk(ColumnFamilyHandle family) {
    return walk(family, now);
  }

  /** A walk within the bounds and of the snapshot that the options name. Must be closed. */
  CheckedIterator walk(ColumnFamilyHandle family, ReadOptions within) {
    return new CheckedIterator(db.newIterator(family, within));
  }

  /** Returns when all memtables are on disk that there were when it was called. */
  void flush() throws RocksDBException {
    try (var options = new FlushOptions()) {
      db.flush(options, families);
    }
  }

  @Override
  public void close() {
    families.forEach(ColumnFamilyHandle::close);
    db.close();
    releaseOptions();
  }

  private static Properties properties(String name, String value) {
    var properties = new Properties();
    properties.setProperty(name, value);
    return properties;
  }

  private List<ColumnFamilyDescriptor> descriptors(Path directory, RocksMemory memory)
      throws RocksDBException {
    var found = new ArrayList<ColumnFamilyDescriptor>();
    found.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, plainFamily(memory)));
    found.add(new ColumnFamilyDescriptor(JOBS.getBytes(US_ASCII), jobFamily(memory)));
    found.add(new ColumnFamilyDescriptor(INDEX.getBytes(US_ASCII), indexFamily(memory)));
    var known = found.stream().map(family -> ByteBuffer.wrap(family.getName())).toList();
    try (var options = new Options()) {
      for (var name : RocksDB.listColumnFamilies(options, directory.toAbsolutePath().toString())) {
        if (!known.contains(ByteBuffer.wrap(name))) {
          found.add(new ColumnFamilyDescriptor(name, plainFamily(memory)));
        }
      }
    }
    return found;
  }

  /**
   * RocksDB does not retry failed file writes by itself: flushes would wait for its retries, one
   * each second, and on a full disk a write was sometimes never answered. The store is opened anew
   * instead. What its log has is not flushed when it is opened, which a roll-back does with all
   * stores of a thread: they are in memory soon enough.
   */
  private DBOptions databaseOptions(RocksMemory memory) {
    return own(DBOptions.getDBOptionsFromProps(NO_HOLES))
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setAtomicFlush(true)
        .setWriteBufferManager(memory.writeBuffers())
        .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
        .setMaxBgErrorResumeCount(0)
        .setListeners(List.of(own(new NoSelfRecovery())))
        .setAvoidFlushDuringRecovery(true)
        .setMaxOpenFiles(-1);
  }

  private ColumnFamilyOptions plainFamily(RocksMemory memory) {
    var table = new BlockBasedTableConfig();
    table.setBlockCache(memory.blocks());
    return family(table);
  }

  private ColumnFamilyOptions family(BlockBasedTableConfig table) {
    return own(new ColumnFamilyOptions())
        .setArenaBlockSize(MEMTABLE_STEP_BYTES)
        .setCompressionType(COMPRESSION)
        .setTableFormatConfig(table);
  }

  /**
   * Index and filter of a file are cut in parts of the size of a block. Whole, those of a file with
   * a million jobs take more than the piece of the block cache that one of them may have, so that
   * each look for a job reads them from the disk.
   */
  private ColumnFamilyOptions jobFamily(RocksMemory memory) {
    var table = new BlockBasedTableConfig();
    table.setBlockCache(memory.blocks());
    table.setCacheIndexAndFilterBlocks(true);
    table.setPinL0FilterAndIndexBlocksInCache(true);
    table.setIndexType(IndexType.kTwoLevelIndexSearch);
    table.setPartitionFilters(true);
    table.setFilterPolicy(own(new BloomFilter(10)));
    return family(table)
        .setMemtableWholeKeyFiltering(true)
        .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM);
  }

  /**
   * A queue: written ahead, deleted from the front. Files full of tombstones are compacted, which
   * the binding can only be told by way of {@code Options}.
   */
  private ColumnFamilyOptions indexFamily(RocksMemory memory) {
    var compactDeletions =
        TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
            DELETION_WINDOW, DELETION_TRIGGER, 0.5);
    var options = own(new Options(own(new DBOptions()), plainFamily(memory)));
    options.setTablePropertiesCollectorFactory(List.of(own(compactDeletions)));
    return own(new ColumnFamilyOptions(options));
  }

  private <T extends AbstractNativeReference> T own(T reference) {
    owned.add(reference);
    return reference;
  }

  private void releaseOptions() {
    owned.forEach(AbstractNativeReference::close);
    owned.clear();
  }
}
