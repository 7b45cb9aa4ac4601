package io.delaygate.gateway.pusher;

import io.delaygate.gateway.push.PoolShares;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Room for the calls in flight of one gateway: their number, in shares of namespaces, and the bytes
 * of their bodies. Who finds no room is told when there is some again. Thread-safe.
 */
public final class CallRoom {
  /**
   * Bytes of bodies above which no further call begins; a quarter of the smallest heap that the
   * chart gives. The jobs of one reservation may exceed it.
   */
  static final long BODY_BYTES = 64 * 1024 * 1024;

  private final PoolShares shares;
  private final Map<String, Integer> calls = new HashMap<>();
  private final Map<Runnable, String> waiting = new LinkedHashMap<>();
  private int all;
  private long bytes;

  /** Room without calls. */
  public CallRoom(PoolShares shares) {
    this.shares = shares;
  }

  /**
   * Claims room for calls.
   *
   * @param wanted 1 or more
   * @param again runs once when there is room again, if there is none now; must not block
   * @return for how many, 0 to {@code wanted}
   */
  synchronized int claim(String namespace, int wanted, Runnable again) {
    var held = calls.getOrDefault(namespace, 0);
    var room = bytes >= BODY_BYTES ? 0 : Math.min(wanted, shares.room(all, held));
    if (room == 0) {
      waiting.put(again, namespace);
      return 0;
    }
    all += room;
    calls.put(namespace, held + room);
    return room;
  }

  /** Adds the body of a call that begins. */
  synchronized void begin(int body) {
    bytes += body;
  }

  /** Frees claimed room, with the bytes of bodies of calls that have ended. */
  void free(String namespace, int room, long bodies) {
    List<Runnable> next;
    synchronized (this) {
      all -= room;
      bytes -= bodies;
      calls.merge(namespace, -room, (held, less) -> held + less == 0 ? null : held + less);
      next = next();
    }
    next.forEach(Runnable::run);
  }

  /**
   * Takes as many as there is room for, in their order. One that does not use its turn costs nobody
   * another: the next call that ends tells as many as there is room for then.
   */
  private List<Runnable> next() {
    var next = new ArrayList<Runnable>();
    var free = bytes >= BODY_BYTES ? 0 : shares.maxCalls() - all;
    for (var each = waiting.entrySet().iterator(); each.hasNext() && next.size() < free; ) {
      var one = each.next();
      if (shares.room(all, calls.getOrDefault(one.getValue(), 0)) > 0) {
        next.add(one.getKey());
        each.remove();
      }
    }
    return next;
  }

  /** Calls in flight, and room that was claimed for some. */
  public synchronized int inFlight() {
    return all;
  }
}
