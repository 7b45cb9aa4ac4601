package io.delaygate.service.http;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/**
 * Open connections without a call, in the order in which they were opened or had their last event:
 * the one to close for another is found without a walk through all. Thread-safe.
 */
final class ConnectionsWithoutCall {
  private final Set<ArrivalEndPoint> inOrder = new LinkedHashSet<>();

  /** Adds a connection, or moves it, to the end; one that is closed already is left out. */
  synchronized void addLast(ArrivalEndPoint connection) {
    inOrder.remove(connection);
    if (connection.isOpen() && connection.isWithoutCall()) {
      inOrder.add(connection);
    }
  }

  synchronized void remove(ArrivalEndPoint connection) {
    inOrder.remove(connection);
  }

  /**
   * Removes the first connection, if its last event was not after this moment; null for none.
   *
   * @param spared stays
   */
  synchronized @Nullable ArrivalEndPoint poll(EndPoint spared, long beforeNanos) {
    for (var connection : inOrder) {
      if (connection != spared) {
        if (connection.sinceNanos() - beforeNanos > 0) {
          return null;
        }
        inOrder.remove(connection);
        return connection;
      }
    }
    return null;
  }
}
