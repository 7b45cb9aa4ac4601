package io.delaygate.harness.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** State directory in a zip file. */
final class GoldenState {
  private GoldenState() {}

  /** Packs the directory, without locks and RocksDB's log, which a start does not read. */
  static void pack(Path directory, Path zip) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(zip));
        var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var name = file.getFileName().toString();
        if (!name.startsWith("LOG") && !name.equals("LOCK") && !name.equals(".lock")) {
          // without a time, so that equal files make equal archives
          out.putNextEntry(new ZipEntry(directory.relativize(file).toString()));
          Files.copy(file, out);
        }
      }
    }
  }

  /** Unpacks into the directory, and creates it. */
  static void unpack(Path zip, Path directory) throws IOException {
    try (var in = new ZipInputStream(Files.newInputStream(zip))) {
      for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        var file = directory.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(in, file);
      }
    }
  }
}
