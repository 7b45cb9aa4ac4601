package io.delaygate.harness.logs;

import io.delaygate.service.logging.Correlation;
import io.delaygate.service.logging.LogKey;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Main class that logs everything that is hard to write in one line. */
final class LoudMain {
  /** Number of events. */
  static final int EVENTS = 5;

  static final String NASTY = "\"a\"\r\nb\\\t\u0001\u2028}\uD83D\uDE00";

  private static final Logger LOG = LoggerFactory.getLogger(LoudMain.class);

  private LoudMain() {}

  public static void main(String[] arguments) {
    LOG.atInfo().log("plain");
    LOG.info("two\nlines: {}", NASTY);
    LOG.atWarn()
        .addKeyValue(LogKey.WHY.key(), NASTY)
        .addKeyValue(LogKey.PARTITION.key(), 3)
        .addKeyValue(LogKey.END.key(), (Object) null)
        .log("with keys");
    new Correlation("r-1", "0af7651916cd43dd8448eb211c80319c")
        .during(
            () ->
                LOG.atError()
                    .setCause(new IllegalStateException("top\nline", new IOException(NASTY)))
                    .log("failed"));
    LOG.atDebug().log("for those who ask");
  }
}
