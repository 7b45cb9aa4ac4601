package io.delaygate.harness.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.annotation.Annotation;

/** Conditions on the package of a class. */
final class Packages {
  private Packages() {}

  static ArchCondition<JavaClass> beAnnotatedWith(Class<? extends Annotation> annotation) {
    return new ArchCondition<>("be in a package with @" + annotation.getSimpleName()) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        boolean annotated = item.getPackage().isAnnotatedWith(annotation);
        events.add(
            new SimpleConditionEvent(
                item, annotated, item.getPackageName() + " (of " + item.getSimpleName() + ")"));
      }
    };
  }
}
