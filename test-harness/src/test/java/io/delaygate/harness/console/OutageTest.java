package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the console during outages: it shows them, and recovers by itself. */
@KafkaTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutageTest {
  private static final double LIMIT_MS = 60_000;
  private static final long WHILE_HIDDEN_MS = 60_000;

  private final Chromium chromium = Chromium.start();
  private final ConsoleStack stack;
  private Visit visit;

  OutageTest(KafkaCluster cluster, @TempDir Path folder) {
    stack = new ConsoleStack(cluster, folder);
  }

  @BeforeEach
  void logIn() {
    visit = Visit.loggedIn(chromium.browser(), stack, ADMIN);
  }

  @AfterEach
  void leave() {
    visit.close();
  }

  @AfterAll
  void stop() {
    chromium.close();
    stack.close();
  }

  @Test
  void aSchedulerThatGoesAwayIsToldAndSeenToComeBack() {
    // Given
    stack.schedule(stack.target("outage"), "o-1", "\"delay\":\"1h\"");
    awaitText(visit.page().locator(".freshness"), "Live");
    awaitText(visit.page().locator("main"), "ready");

    // When
    stack.stopScheduler();

    // Then
    awaitText(visit.page().locator(".trouble"), "No scheduler answers for partitions 0, 1, 2, 3");
    awaitText(visit.page().locator("main"), "away");
    awaitText(figure("Pending"), "unknown");
    awaitText(figure("Overdue"), "unknown");
    awaitText(figure("Oldest overdue"), "unknown");
    awaitText(figure("Due within a minute"), "unknown");
    awaitText(figure("Lateness p50 / p99"), "no scheduler answers");
    awaitText(figure("Dead letters"), "unknown");
    awaitText(visit.page().locator("main"), "of 179 minutes are unknown");

    // When
    stack.startScheduler();

    // Then
    awaitGone(visit.page().locator(".trouble"));
    awaitText(figure("Pending"), "1");
    awaitText(figure("Overdue"), "0");
    awaitText(figure("Oldest overdue"), "none");
  }

  @Test
  void aGatewayThatDoesNotAnswerIsToldAndAskedEverMoreSeldom() {
    // Given
    var asked = new AtomicInteger();
    visit.page().onRequest(request -> asked.incrementAndGet());
    awaitText(visit.page().locator(".freshness"), "Live");

    // When
    visit.context().setOffline(true);

    // Then
    awaitText(visit.page().locator(".freshness"), "The gateway does not answer");
    awaitText(visit.page().locator(".freshness"), "every 8 s");
    assertThat(visit.heading("Overview").isVisible()).isTrue();
    assertThat(asked.get()).isLessThan(8);

    // When
    visit.context().setOffline(false);

    // Then
    awaitText(visit.page().locator(".freshness"), "Live");
  }

  @Test
  void aTabThatNobodySeesAsksNothing() {
    // Given
    visit.page().clock().install();
    visit.page().reload();
    awaitText(visit.page().locator(".freshness"), "Live");
    hide(true);
    awaitText(visit.page().locator(".freshness"), "Paused");

    // When
    var asked = new AtomicInteger();
    visit.page().onRequest(request -> asked.incrementAndGet());
    visit.page().clock().runFor(WHILE_HIDDEN_MS);
    var whileHidden = asked.get();
    hide(false);

    // Then
    awaitText(visit.page().locator(".freshness"), "Live");
    assertThat(whileHidden).isZero();
    ConsoleStack.await().until(() -> asked(asked));
  }

  private Locator figure(String name) {
    var exactly = Pattern.compile("^" + name + "$");
    var term = visit.page().locator("dt").filter(new Locator.FilterOptions().setHasText(exactly));
    return visit.page().locator(".figure").filter(new Locator.FilterOptions().setHas(term));
  }

  /** Whether requests were made; their events arrive only during a call about the page. */
  private boolean asked(AtomicInteger requests) {
    visit.page().title();
    return requests.get() > 0;
  }

  private void hide(boolean isHidden) {
    visit
        .page()
        .evaluate(
            "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable:"
                + " true}); document.dispatchEvent(new Event('visibilitychange')); }",
            isHidden);
  }

  private static void awaitText(Locator where, String text) {
    assertThat(where)
        .containsText(text, new LocatorAssertions.ContainsTextOptions().setTimeout(LIMIT_MS));
  }

  private static void awaitGone(Locator what) {
    assertThat(what).hasCount(0, new LocatorAssertions.HasCountOptions().setTimeout(LIMIT_MS));
  }
}
