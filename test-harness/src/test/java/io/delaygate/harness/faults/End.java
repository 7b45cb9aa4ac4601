package io.delaygate.harness.faults;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.Set;

/** Required end of a poisoned job while its cause lasts. */
record End(Kind kind, Set<ReasonCode> reasons) {
  /** Kind of end. */
  enum Kind {
    /** Not stored: a dead letter by Kafka, a problem over HTTP. */
    REFUSED,
    /** Stored; becomes a dead letter when it is due. */
    DEAD,
    /** Parked with a reason; delivered after the topic is mended. */
    PARKED,
    /** Delivered; the record for the broken side topic is dropped or waits. */
    DELIVERED,
    /** Dies; its letter goes to its own topic later, or to the general one. */
    DIED
  }

  static End refused(ReasonCode reason) {
    return new End(Kind.REFUSED, Set.of(reason));
  }

  static End dead(ReasonCode reason) {
    return new End(Kind.DEAD, Set.of(reason));
  }

  static End parked(ReasonCode... reasons) {
    return new End(Kind.PARKED, Set.of(reasons));
  }

  static End delivered() {
    return new End(Kind.DELIVERED, Set.of());
  }

  static End died() {
    return new End(Kind.DIED, Set.of(ReasonCode.ATTEMPTS_EXHAUSTED));
  }

  /** Whether a job is stored over HTTP. */
  boolean isStored() {
    return kind != Kind.REFUSED;
  }
}
