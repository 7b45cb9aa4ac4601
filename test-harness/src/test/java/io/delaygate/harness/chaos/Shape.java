package io.delaygate.harness.chaos;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Size of a run, which together with the seed determines the plan.
 *
 * @param seconds duration of the faults
 * @param jobsPerSecond stories that begin each second; some have more than one command
 * @param brokers number of nodes of the cluster, 1 or 3
 * @param kinds faults to choose from
 */
record Shape(int seconds, int jobsPerSecond, int brokers, Set<FaultKind> kinds) {
  static final int SCHEDULERS = 2;
  static final int GATEWAYS = 2;

  /** Copies the set in its order, because it is printed. */
  Shape {
    kinds = Collections.unmodifiableSet(new TreeSet<>(kinds));
  }
}
