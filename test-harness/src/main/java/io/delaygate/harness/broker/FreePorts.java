package io.delaygate.harness.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Chooser of free ports before a process starts, because a broker must advertise its port at start,
 * and a restarted service keeps its port. No port is chosen twice in this JVM, as a test may choose
 * ports for several processes before the first one listens. Thread-safe.
 *
 * <p>The ports are below 32768, where Linux's ephemeral ports begin. A client that keeps calling a
 * stopped broker on an ephemeral port would at some time connect to itself, and the broker could
 * not restart.
 */
public final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int BEYOND_HIGHEST = 32_768;
  // With 12,768 candidates even a busy machine has a free one among so many draws.
  private static final int DRAWS_MAX = 1_000;

  private static final Set<Integer> CHOSEN = new HashSet<>();

  private FreePorts() {}

  /** Distinct ports of 127.0.0.1 on which no process listened a moment ago. */
  static synchronized List<Integer> choose(int count) {
    var ports = new ArrayList<Integer>(count);
    for (int draw = 0; draw < DRAWS_MAX && ports.size() < count; draw++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND_HIGHEST);
      if (isFree(port)) {
        CHOSEN.add(port);
        ports.add(port);
      }
    }
    if (ports.size() < count) {
      throw new IllegalStateException("found no " + count + " free ports on 127.0.0.1");
    }
    return List.copyOf(ports);
  }

  /**
   * The first of {@code count} consecutive free ports.
   *
   * @throws IllegalStateException if none are found
   */
  public static synchronized int chooseRow(int count) {
    for (int draw = 0; draw < DRAWS_MAX; draw++) {
      int first = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND_HIGHEST - count);
      var row = IntStream.range(first, first + count).boxed().toList();
      if (row.stream().allMatch(FreePorts::isFree)) {
        CHOSEN.addAll(row);
        return first;
      }
    }
    throw new IllegalStateException("found no " + count + " consecutive free ports on 127.0.0.1");
  }

  private static boolean isFree(int port) {
    if (CHOSEN.contains(port)) {
      return false;
    }
    try (var probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
