package io.delaygate.gateway.settings;

import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.settings.SettingsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Value that is made from files, and made again when one of them changes. A file that cannot be
 * read or used changes nothing: half a file must not lock out people who had access. Thread-safe.
 *
 * @param <T> the value
 */
public final class ReloadingFiles<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadingFiles.class);

  /**
   * Several times the size of 1,000 tokens or a certificate chain; a device file would have no end.
   */
  private static final int BYTES_MAX = 1 << 20;

  /** Interval of the checks. They follow symbolic links, which Kubernetes replaces. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final List<Path> paths;
  private final Function<List<String>, T> made;
  private final GuardedScheduler looking;

  private volatile T latest;
  private List<String> texts;
  private String complaint = "";

  private ReloadingFiles(
      List<Path> paths, Function<List<String>, T> made, BackgroundFailures failures) {
    this.paths = List.copyOf(paths);
    this.made = made;
    try {
      texts = read();
    } catch (IOException unreadable) {
      throw new SettingsException("cannot be read: " + unreadable);
    }
    latest = made.apply(texts);
    looking = new GuardedScheduler("files", failures);
  }

  /**
   * Reads the files, and checks them each second until it is closed.
   *
   * @param made makes the value from the texts, in this order; throws {@link SettingsException}
   *     when it cannot be
   * @throws SettingsException if a file cannot be read or used
   */
  public static <T> ReloadingFiles<T> follow(
      List<Path> paths, Function<List<String>, T> made, BackgroundFailures failures) {
    var files = new ReloadingFiles<>(paths, made, failures);
    files.looking.repeat(LOOK, LOOK, files::look);
    return files;
  }

  /** The value of the last usable files. */
  public T latest() {
    return latest;
  }

  @Override
  public void close() {
    looking.close();
  }

  /** Takes the present content of the files, if it can be used. */
  synchronized void look() {
    try {
      var now = read();
      if (!now.equals(texts)) {
        latest = made.apply(now);
        texts = now; // only now: unusable content is tried again
        LOG.atInfo().addKeyValue(LogKey.FILES.key(), paths).log("Reloaded changed files");
      }
      complaint = "";
    } catch (IOException | SettingsException unusable) {
      complain(unusable.toString());
    }
  }

  /** Logs each fault once, not each second. */
  private void complain(String what) {
    if (!what.equals(complaint)) {
      complaint = what;
      LOG.atError()
          .addKeyValue(LogKey.FILES.key(), paths)
          .addKeyValue(LogKey.WHY.key(), what)
          .log("Changed files are not valid; the content that was read before stays in force");
    }
  }

  private List<String> read() throws IOException {
    var all = new ArrayList<String>();
    for (var path : paths) {
      try (var stream = Files.newInputStream(path)) {
        var bytes = stream.readNBytes(BYTES_MAX + 1);
        if (bytes.length > BYTES_MAX) {
          throw new IOException(path + " is longer than " + BYTES_MAX + " bytes");
        }
        all.add(new String(bytes, StandardCharsets.UTF_8));
      }
    }
    return all;
  }
}
