package io.delaygate.harness.architecture;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Conditions on the callers of a method. */
final class Questions {
  static final ArchCondition<JavaMethod> BE_ASKED_BY_ANOTHER_CLASS =
      new ArchCondition<>("be asked by another class") {
        @Override
        public void check(JavaMethod item, ConditionEvents events) {
          var isAsked =
              item.getAccessesToSelf().stream()
                  .anyMatch(access -> !access.getOriginOwner().equals(item.getOwner()));
          events.add(new SimpleConditionEvent(item, isAsked, item.getFullName()));
        }
      };

  private Questions() {}
}
