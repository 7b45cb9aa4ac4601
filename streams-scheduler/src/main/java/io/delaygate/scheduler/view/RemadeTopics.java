package io.delaygate.scheduler.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.service.directory.TopicListener;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Topics in use that were deleted and made again since the process began, and when that was seen:
 * what is delivered from then on is in another topic than what was delivered before. In memory, of
 * the latest only. Thread-safe.
 */
public final class RemadeTopics implements TopicListener {
  /** Far more than a person looks through. */
  static final int MOST = 1_000;

  private final LongSupplier wall;
  private final Map<String, Long> seenMs = new LinkedHashMap<>();

  /**
   * None yet.
   *
   * @param wall epoch milliseconds
   */
  public RemadeTopics(LongSupplier wall) {
    this.wall = wall;
  }

  @Override
  public void gone(String topic) {
    // shown by the reason why its jobs wait
  }

  @Override
  public synchronized void remade(String topic) {
    seenMs.remove(topic);
    seenMs.put(topic, wall.getAsLong());
    if (seenMs.size() > MOST) {
      seenMs.remove(seenMs.keySet().iterator().next());
    }
  }

  /** Writes each with its time. */
  public synchronized void put(ObjectNode json) {
    var list = json.putArray("remade");
    seenMs.forEach((topic, atMs) -> list.addObject().put("topic", topic).put("atMs", atMs));
  }
}
