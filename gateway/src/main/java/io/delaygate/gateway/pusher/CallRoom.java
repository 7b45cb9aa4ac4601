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
  static final long BODY_BYTES = 64L << 20;

  /** Those of one namespace, whose large calls may hang: the other half is left to others. */
  static final long NAMESPACE_BYTES = BODY_BYTES / 2;

  /** Those of one endpoint, for the same reason. */
  static final long ENDPOINT_BYTES = BODY_BYTES / 8;

  private final PoolShares shares;
  private final Map<String, Held> held = new HashMap<>();
  private final Map<Runnable, String> waiting = new LinkedHashMap<>();
  private Held all = Held.NOTHING;

  /** Room without calls. */
  public CallRoom(PoolShares shares) {
    this.shares = shares;
  }

  /** Room that is taken. */
  private record Held(int calls, long bytes) {
    private static final Held NOTHING = new Held(0, 0);

    Held and(int moreCalls, long moreBytes) {
      return new Held(calls + moreCalls, bytes + moreBytes);
    }
  }

  /**
   * Claims room for calls.
   *
   * @param wanted 1 or more
   * @param again runs once when there is room again, if there is none now; must not block
   * @return for how many, 0 to {@code wanted}
   */
  synchronized int claim(String namespace, int wanted, Runnable again) {
    var room = Math.min(wanted, room(namespace));
    if (room == 0) {
      waiting.put(again, namespace);
    } else {
      add(namespace, room, 0);
    }
    return room;
  }

  /** Adds the body of a call that begins. */
  synchronized void begin(String namespace, int body) {
    add(namespace, 0, body);
  }

  /** Frees claimed room, with the bytes of bodies of calls that have ended. */
  void free(String namespace, int room, long bodies) {
    List<Runnable> next;
    synchronized (this) {
      add(namespace, -room, -bodies);
      next = next();
    }
    next.forEach(Runnable::run);
  }

  private void add(String namespace, int calls, long bytes) {
    all = all.and(calls, bytes);
    var now = held.getOrDefault(namespace, Held.NOTHING).and(calls, bytes);
    if (now.equals(Held.NOTHING)) {
      held.remove(namespace);
    } else {
      held.put(namespace, now);
    }
  }

  private int room(String namespace) {
    var its = held.getOrDefault(namespace, Held.NOTHING);
    return all.bytes() >= BODY_BYTES || its.bytes() >= NAMESPACE_BYTES
        ? 0
        : shares.room(all.calls(), its.calls());
  }

  /**
   * Takes as many as there is room for, in their order. One that does not use its turn costs nobody
   * another: the next call that ends tells as many as there is room for then.
   */
  private List<Runnable> next() {
    var next = new ArrayList<Runnable>();
    var free = shares.maxCalls() - all.calls();
    for (var each = waiting.entrySet().iterator(); each.hasNext() && next.size() < free; ) {
      var one = each.next();
      if (room(one.getValue()) > 0) {
        next.add(one.getKey());
        each.remove();
      }
    }
    return next;
  }

  /** Calls in flight, and room that was claimed for some. */
  public synchronized int inFlight() {
    return all.calls();
  }
}
