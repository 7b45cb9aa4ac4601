package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.job.Job;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A job store as an earlier version left it. */
final class FormerStore implements AutoCloseable {
  private static final byte[] NOTHING = new byte[0];

  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDB db;

  /** Opens it as release 0 did. */
  FormerStore(Path directory) throws RocksDBException, IOException {
    var path = Files.createDirectories(directory.resolve("rocksdb").resolve("jobs"));
    var descriptors =
        Stream.of("default", "jobs", "index-2")
            .map(name -> new ColumnFamilyDescriptor(name.getBytes(UTF_8)))
            .toList();
    RocksDB.loadLibrary();
    try (var options = new DBOptions()) {
      options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
      db = RocksDB.open(options, path.toString(), descriptors, families);
    }
  }

  void add(Job job) throws RocksDBException {
    var stored = JobCodec.encode(job);
    db.put(families.get(1), job.id().bytes(), stored);
    db.put(families.get(2), KeySpaces.index(job.id().bytes(), stored), NOTHING);
  }

  boolean hasStatistics() throws RocksDBException {
    return db.get("ledger-2".getBytes(UTF_8)) != null;
  }

  /** Watermarks of wakes and of ends, and no counts; the form of statistics then. */
  void statistics(long wakesMs, long endsMs) throws RocksDBException {
    var form = ByteBuffer.allocate(2 * Long.BYTES).putLong(wakesMs).putLong(endsMs);
    db.put("ledger-2".getBytes(UTF_8), form.array());
  }

  @Override
  public void close() {
    families.forEach(ColumnFamilyHandle::close);
    db.close();
  }
}
