package io.delaygate.harness.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Log of a service with one JSON object per line, of which errors are read as they come. */
public final class ErrorLog {
  /**
   * Error that Jetty logged once in about 70,000 calls, after a complete answer.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/12939">a known fault of Jetty</a>
   */
  private static final Pattern OF_JETTY =
      Pattern.compile("already released.*HttpConnection\\.releaseRequestBuffer");

  private final Path file;
  private long read;

  /** A log, read from its beginning. */
  public ErrorLog(Path file) {
    this.file = file;
  }

  /** Lines since the last call that are errors, have a stack trace, or are not JSON. */
  public List<String> newErrors() {
    try {
      var size = Files.size(file);
      if (size <= read) {
        return List.of();
      }
      try (var from = new RandomAccessFile(file.toFile(), "r")) {
        var bytes = new byte[(int) (size - read)];
        from.seek(read);
        from.readFully(bytes);
        var text = new String(bytes, UTF_8);
        var whole = text.substring(0, text.lastIndexOf('\n') + 1);
        read += whole.getBytes(UTF_8).length;
        return Stream.of(whole.split("\n")).filter(ErrorLog::isError).toList();
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static boolean isError(String line) {
    if (OF_JETTY.matcher(line).find()) {
      return false;
    }
    return line.contains("\"level\":\"ERROR\"")
        || line.contains("\\tat ")
        || (!line.isEmpty() && !line.startsWith("{"));
  }
}
