package io.delaygate.harness.chaos;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * How large a run is. With the seed it decides the plan.
 *
 * @param seconds how long faults go on
 * @param jobsPerSecond stories that begin each second; some send more than one command
 * @param brokers nodes of the cluster, 1 or 3
 * @param kinds the faults to choose from
 */
record Shape(int seconds, int jobsPerSecond, int brokers, Set<FaultKind> kinds) {
  static final int SCHEDULERS = 2;
  static final int GATEWAYS = 2;

  /** Copies the set, and keeps it in order: it is printed. */
  Shape {
    kinds = Collections.unmodifiableSet(new TreeSet<>(kinds));
  }
}
