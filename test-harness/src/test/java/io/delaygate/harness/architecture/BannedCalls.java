package io.delaygate.harness.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.time.Clock;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Time;

/** Banned accesses: both calls and method references ({@code System::nanoTime}). */
final class BannedCalls {
  private static final Set<String> SYSTEM_TIME = Set.of("currentTimeMillis", "nanoTime");

  static final DescribedPredicate<JavaAccess<?>> READS_A_CLOCK =
      DescribedPredicate.describe("reads a clock", BannedCalls::readsAClock);

  static final DescribedPredicate<JavaAccess<?>> SLEEPS =
      DescribedPredicate.describe("sleeps", BannedCalls::sleeps);

  /** Reads whose failure looks like the end of an iteration or like a missing entry. */
  static final DescribedPredicate<JavaAccess<?>> HIDES_FAILED_READS =
      DescribedPredicate.describe("hides failed reads", BannedCalls::hidesFailedReads);

  private BannedCalls() {}

  private static boolean readsAClock(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getName();
    if (owner.isEquivalentTo(System.class)) {
      return SYSTEM_TIME.contains(name);
    }
    if (owner.isEquivalentTo(Clock.class)) {
      return name.startsWith("system") || (name.startsWith("tick") && !takesAClock(access));
    }
    if (owner.isEquivalentTo(Time.class)) {
      return name.equals("SYSTEM");
    }
    if (owner.isEquivalentTo(Date.class)) {
      return access.getTarget().getFullName().endsWith(".<init>()");
    }
    return owner.isAssignableTo(TemporalAccessor.class)
        && name.equals("now")
        && !takesAClock(access);
  }

  private static boolean takesAClock(JavaAccess<?> access) {
    return access.getTarget().getFullName().contains("(" + Clock.class.getName());
  }

  private static boolean sleeps(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return access.getName().equals("sleep")
        && (owner.isAssignableTo(Thread.class)
            || owner.isEquivalentTo(TimeUnit.class)
            || owner.isAssignableTo(Time.class));
  }

  private static boolean hidesFailedReads(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return owner.isAssignableTo("org.rocksdb.RocksIteratorInterface")
        || (owner.isAssignableTo("org.rocksdb.RocksDB") && access.getName().startsWith("multiGet"));
  }
}
