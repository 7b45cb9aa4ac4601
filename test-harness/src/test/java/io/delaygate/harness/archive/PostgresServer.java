package io.delaygate.harness.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.process.DebianPackage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL server of Debian's package with an empty cluster, in processes of its own. It refuses
 * to run as root: then it runs as the user that the package made. For one thread.
 */
final class PostgresServer implements AutoCloseable {
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  private final int port = FreePorts.chooseRow(1);
  private final Path programs;
  private final Path folder;

  /** Starts a server; skips the test if the package is missing, and fails in CI. */
  PostgresServer() {
    var found = programs();
    DebianPackage.require("postgresql", found.isPresent());
    programs = found.orElseThrow();
    try {
      // not a folder of the test, which is closed to other users
      folder = Files.createTempDirectory(Path.of("/tmp"), "postgres");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    if (isRoot()) {
      run(List.of("chown", USER, folder.toString()));
    }
    as("initdb", "-D", data(), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "-N");
    var options =
        "-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories=%s -c fsync=off"
            .formatted(port, folder);
    as(
        "pg_ctl",
        "-D",
        data(),
        "-w",
        "-l",
        folder.resolve("log").toString(),
        "-o",
        options,
        "start");
  }

  int port() {
    return port;
  }

  /** Output of SQL: a line for a row, with {@code |} between its columns. */
  String sql(String database, String statement) {
    return run(
        List.of(
            programs.resolve("psql").toString(),
            "-h127.0.0.1",
            "-p" + port,
            "-U" + USER,
            "-qAtX",
            "-vON_ERROR_STOP=1",
            "-c" + statement,
            database));
  }

  @Override
  public void close() {
    as("pg_ctl", "-D", data(), "-m", "immediate", "stop");
    run(List.of("rm", "-rf", folder.toString()));
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private void as(String program, String... arguments) {
    var line = new ArrayList<String>();
    if (isRoot()) {
      line.addAll(List.of("runuser", "-u", USER, "--"));
    }
    line.add(programs.resolve(program).toString());
    line.addAll(List.of(arguments));
    run(line);
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Folder of the newest version; empty if the package is missing. */
  private static Optional<Path> programs() {
    if (!Files.isDirectory(VERSIONS)) {
      return Optional.empty();
    }
    try (var versions = Files.list(VERSIONS)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Path::compareTo);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String run(List<String> command) {
    try {
      // to a file: the server keeps the output of pg_ctl open
      var output = Files.createTempFile("postgres", ".txt");
      var process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      var status = process.waitFor();
      var said = Files.readString(output, UTF_8).strip();
      Files.delete(output);
      assertThat(status).as("%s%n%s", command, said).isZero();
      return said;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }
}
