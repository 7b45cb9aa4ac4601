package io.delaygate.harness.faults;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.Set;

/** What must become of a poisoned job while its cause lasts. */
record End(Kind kind, Set<ReasonCode> reasons) {
  /** Kinds of ends. */
  enum Kind {
    /** It is not stored: a dead letter by Kafka, a problem over HTTP. */
    REFUSED,
    /** It is stored, and becomes a dead letter when it is due. */
    DEAD,
    /** It waits, says why, and is delivered once the cause is gone. */
    PARKED,
    /** It is delivered; what goes to the broken topic beside is dropped or waits. */
    DELIVERED,
    /** It dies, and its letter goes to its own topic later, or to the general one. */
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

  /** Whether a job over HTTP is stored. */
  boolean isStored() {
    return kind != Kind.REFUSED;
  }
}
