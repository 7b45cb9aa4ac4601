package io.delaygate.scheduler.incidents;

import io.delaygate.service.logging.LogKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log lines about rejected commands: one at WARN for each topic and minute, with how many there
 * were and the reason of one, not its detail, which has text of the sender. Of more than 20 topics
 * in a minute, the rest share a line. Thread-safe.
 */
public final class RejectionLog {
  private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);

  /** As many lines as a person reads; a sender may name a new topic in each command. */
  static final int TOPICS = 20;

  private final Map<String, Line> topics = new LinkedHashMap<>();
  private long others;

  /**
   * Rejections of a topic that the log does not have yet.
   *
   * @param topic empty for commands that named none
   * @param example the first of them; null where they are of several topics
   */
  record Line(String topic, long commands, @Nullable Rejection example) {}

  synchronized void add(Rejection rejection) {
    var topic = rejection.topic() == null ? "" : rejection.topic();
    var line = topics.get(topic);
    if (line != null) {
      topics.put(topic, new Line(topic, line.commands() + 1, line.example()));
    } else if (topics.size() < TOPICS) {
      topics.put(topic, new Line(topic, 1, rejection));
    } else {
      others++;
    }
  }

  /** Takes the lines about the rejections since the last call. */
  synchronized List<Line> take() {
    var lines = new ArrayList<>(topics.values());
    if (others > 0) {
      lines.add(new Line("", others, null));
    }
    topics.clear();
    others = 0;
    return lines;
  }

  /** Writes the lines about the rejections since the last call; to be called once a minute. */
  public void write() {
    for (var line : take()) {
      var entry = LOG.atWarn().addKeyValue(LogKey.COMMANDS.key(), line.commands());
      var example = line.example();
      if (example == null) {
        entry.log("Commands for further topics were rejected");
      } else {
        entry
            .addKeyValue(LogKey.TOPIC.key(), line.topic())
            .addKeyValue(LogKey.REASON.key(), example.reason())
            .log("Commands were rejected; the reason is that of the first");
      }
    }
  }
}
