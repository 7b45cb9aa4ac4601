package io.delaygate.service.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empty file that says that a service was ready. The start script {@code class-archive} lets the
 * JVM archive its classes only after such a run: an archive of a start that failed would lack most
 * classes, and writing it would delay the end of a process whose settings are wrong.
 */
public final class ReadyMark {
  /** System property with the path of the mark. It is absent if the script wants none. */
  static final String PROPERTY = "delaygate.ready.mark";

  private static final Logger LOG = LoggerFactory.getLogger(ReadyMark.class);

  private ReadyMark() {}

  /**
   * Sets the mark if the start script wants one; a failure is logged. Thread-safe; may be called
   * again.
   */
  public static void set() {
    var path = System.getProperty(PROPERTY);
    if (path == null) {
      return;
    }
    try {
      Files.write(Path.of(path), new byte[0]);
    } catch (IOException unwritable) {
      LOG.atWarn()
          .setCause(unwritable)
          .log(
              "The mark of a start that succeeded cannot be written; no archive of classes is made");
    }
  }
}
