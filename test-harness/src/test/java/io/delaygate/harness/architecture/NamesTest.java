package io.delaygate.harness.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of names: one word for one thing, and predicates that change nothing. */
class NamesTest {
  private static final Pattern PREDICATE = Pattern.compile("(is|has|can)[A-Z]\\w*");

  /** Names of methods that change their object. */
  private static final Set<String> CHANGES =
      Set.of(
          "add",
          "addAll",
          "remove",
          "removeIf",
          "put",
          "putIfAbsent",
          "computeIfAbsent",
          "merge",
          "clear",
          "offer",
          "poll",
          "set",
          "getAndSet",
          "compareAndSet",
          "incrementAndGet",
          "getAndIncrement",
          "decrementAndGet",
          "execute",
          "submit",
          "start",
          "complete");

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter(List.of(new DoNotIncludeTests())).importPackages("io.delaygate");
  }

  @Test
  void noTwoTopLevelTypesShareASimpleName() {
    var homonyms =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, toSet())));
    homonyms.values().removeIf(types -> types.size() == 1);

    assertThat(homonyms).isEmpty();
  }

  @Test
  void predicatesAnswer() {
    assertThat(predicates().filter(it -> it.getRawReturnType().getName().equals("void"))).isEmpty();
  }

  @Test
  void predicatesChangeNothing() {
    assertThat(predicates().filter(NamesTest::changes)).isEmpty();
  }

  private static Stream<JavaMethod> predicates() {
    return classes.stream()
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> PREDICATE.matcher(method.getName()).matches());
  }

  private static boolean changes(JavaMethod method) {
    return method.getFieldAccesses().stream().anyMatch(NamesTest::isAssignment)
        || method.getMethodCallsFromSelf().stream().anyMatch(NamesTest::isChange);
  }

  private static boolean isAssignment(JavaFieldAccess access) {
    return access.getAccessType() == AccessType.SET;
  }

  private static boolean isChange(JavaAccess<?> call) {
    return CHANGES.contains(call.getTarget().getName());
  }
}
