package io.delaygate.harness.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Clock;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.NullMarked;

/** Tests of module boundaries and banned calls, in the compiled classes of all modules. */
@AnalyzeClasses(packages = "io.delaygate", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String SCHEMAS = "io.delaygate.schemas..";
  private static final String SERVICE = "io.delaygate.service..";
  private static final String SCHEDULER = "io.delaygate.scheduler..";
  private static final String GATEWAY = "io.delaygate.gateway..";
  private static final String CLI = "io.delaygate.cli..";
  private static final String HARNESS = "io.delaygate.harness..";
  private static final String[] PRODUCTION = {SCHEMAS, SERVICE, SCHEDULER, GATEWAY, CLI};

  private static final String SCHEDULER_STORE = "io.delaygate.scheduler.store.";
  private static final DescribedPredicate<JavaClass> MAIN = simpleNameEndingWith("Main");

  @ArchTest
  static final ArchRule everyClassBelongsToAModule =
      classes().should().resideInAnyPackage(SCHEMAS, SERVICE, SCHEDULER, GATEWAY, CLI, HARNESS);

  @ArchTest
  static final ArchRule schemasStandsAlone =
      noClasses()
          .that()
          .resideInAPackage(SCHEMAS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              SERVICE,
              SCHEDULER,
              GATEWAY,
              CLI,
              HARNESS,
              "org.apache.kafka.streams..",
              "org.rocksdb..",
              "io.javalin..",
              "com.fasterxml.jackson..")
          .because("callers depend on schemas: it brings kafka-clients and nothing else");

  @ArchTest
  static final ArchRule serviceCodeKnowsNoService =
      noClasses()
          .that()
          .resideInAPackage(SERVICE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SCHEDULER, GATEWAY, CLI, HARNESS)
          .because("both services are built on it");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("io.delaygate.(*).(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule httpKnowsNoFeature =
      noClasses()
          .that()
          .resideInAPackage("io.delaygate.gateway.http..")
          .should()
          .dependOnClassesThat(
              resideInAPackage(GATEWAY)
                  .and(
                      not(
                          resideInAnyPackage(
                              "io.delaygate.gateway.http..", "io.delaygate.gateway.settings.."))))
          .because("each feature of the gateway is built on it");

  @ArchTest
  static final ArchRule featuresKnowNoWiring =
      noClasses()
          .that()
          .resideInAnyPackage(SCHEDULER, GATEWAY)
          .and()
          .resideOutsideOfPackages("io.delaygate.scheduler.app..", "io.delaygate.gateway.app..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delaygate.scheduler.app..", "io.delaygate.gateway.app..")
          .because("app puts the parts together, and no part looks back");

  @ArchTest
  static final ArchRule gatewayDoesNotKnowTheScheduler =
      noClasses()
          .that()
          .resideInAPackage(GATEWAY)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              SCHEDULER, CLI, HARNESS, "org.apache.kafka.streams..", "org.rocksdb..")
          .because("the gateway reaches the scheduler over Kafka and HTTP only");

  @ArchTest
  static final ArchRule schedulerDoesNotKnowTheGateway =
      noClasses()
          .that()
          .resideInAPackage(SCHEDULER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(GATEWAY, CLI, HARNESS)
          .because("the scheduler works for producers that never saw the gateway");

  @ArchTest
  static final ArchRule rulesArePure =
      noClasses()
          .that(
              simpleNameEndingWith("Rules").or(resideInAPackage("io.delaygate.scheduler.rules..")))
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.apache.kafka..")
                  .or(resideInAPackage("org.rocksdb.."))
                  .or(type(Clock.class)))
          .because("a decision is a function of event, stored job and now");

  @ArchTest
  static final ArchRule timeIsAParameter =
      noClasses()
          .that()
          .resideInAnyPackage(PRODUCTION)
          .and(not(MAIN))
          .should()
          .accessTargetWhere(BannedCalls.READS_A_CLOCK)
          .because(
              "time is a parameter: take it from the processor context or from the injected Clock,"
                  + " which a *Main class makes");

  @ArchTest
  static final ArchRule nothingSleeps =
      noClasses()
          .should()
          .accessTargetWhere(BannedCalls.SLEEPS)
          .because("wait for a condition, with a limit: await(), a latch, a poll with a time-out");

  @ArchTest
  static final ArchRule everyBackgroundTaskIsGuarded =
      noClasses()
          .that()
          .resideInAnyPackage(PRODUCTION)
          .and(not(type(GuardedScheduler.class)))
          .should()
          .dependOnClassesThat(
              assignableTo(ScheduledExecutorService.class)
                  .or(assignableTo(Timer.class))
                  .or(assignableTo(TimerTask.class)))
          .because(
              "Java's schedulers never run a task again that threw, and say nothing: take a"
                  + " GuardedScheduler");

  @ArchTest
  static final ArchRule noFailedReadLooksLikeAnEnd =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(SCHEDULER_STORE + "CheckedIterator")
          .and()
          .doNotHaveFullyQualifiedName(SCHEDULER_STORE + "JobDatabase")
          .should()
          .accessTargetWhere(BannedCalls.HIDES_FAILED_READS)
          .because("these two ask for the status and read again; see ReadErrorTest");

  @ArchTest
  static final ArchRule nothingPrints =
      noClasses()
          .that()
          .resideInAnyPackage(PRODUCTION)
          .and(not(MAIN))
          .should(ACCESS_STANDARD_STREAMS)
          .because("logs go through slf4j; only a *Main speaks to the terminal");

  @ArchTest
  static final ArchRule packagesAreNullMarked =
      classes()
          .that()
          .resideInAnyPackage(PRODUCTION)
          .should(Packages.beAnnotatedWith(NullMarked.class))
          .because("NullAway checks @NullMarked packages only");

  @ArchTest
  static final ArchRule noSettingIsUnread =
      methods()
          .that()
          .areDeclaredInClassesThat(resideInAPackage("io.delaygate..settings.."))
          .and()
          .areDeclaredInClassesThat(simpleNameEndingWith("Settings"))
          .and()
          .arePublic()
          .and()
          .areNotStatic()
          .and()
          .doNotHaveName("toString")
          .and()
          .doNotHaveName("hashCode")
          .and()
          .doNotHaveName("equals")
          .should(Questions.BE_ASKED_BY_ANOTHER_CLASS)
          .because("what can be set and changes nothing misleads; see SettingsAreReadTest");

  @ArchTest
  static final ArchRule namesSayTheStep =
      noClasses()
          .should()
          .haveNameMatching(".*[.$]\\w*(Utils?|Helper|Manager|Impl|Common)")
          .because("a class is named after the step it does or the thing it is");
}
