package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Limits;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

class PointReadTest {
  private static final byte[] MISSING = "missing".getBytes(UTF_8);

  private final Path directory;

  PointReadTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, PointRead.BUFFER_BYTES, PointRead.BUFFER_BYTES + 1, 1 << 20})
  void findsWhatIsThereWhateverItsSize(int size) throws RocksDBException {
    // Given
    var id = new byte[Limits.ID_BYTES];
    Arrays.fill(id, (byte) 'i');
    var value = new byte[size];
    Arrays.fill(value, (byte) size);
    try (var open = OpenStore.atLeastOnce(directory)) {
      var database = open.store().database();
      database.db().put(database.jobs(), id, value);

      // When, Then: whether or not the previous key was found
      assertThat(database.read(MISSING)).isNull();
      assertThat(database.read(id)).isEqualTo(value);
      assertThat(database.read(id)).isEqualTo(value);
      assertThat(database.read(MISSING)).isNull();
    }
  }

  @Test
  void aShorterOneAfterALongerOneIsNotPadded() throws RocksDBException {
    try (var open = OpenStore.atLeastOnce(directory)) {
      // Given
      var database = open.store().database();
      database.db().put(database.jobs(), "long".getBytes(UTF_8), "a long one".getBytes(UTF_8));
      database.db().put(database.jobs(), "x".getBytes(UTF_8), "y".getBytes(UTF_8));

      // When
      database.read("long".getBytes(UTF_8));

      // Then
      assertThat(database.read("x".getBytes(UTF_8))).asString().isEqualTo("y");
    }
  }
}
