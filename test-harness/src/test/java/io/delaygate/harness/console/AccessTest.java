package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static io.delaygate.harness.console.ConsoleStack.READER;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests of the console's pages for each kind of token. */
@ConsoleTest
class AccessTest {
  private final Chromium chromium = Chromium.start();
  private final ConsoleStack stack;
  private final String target;

  AccessTest(ConsoleStack stack) {
    this.stack = stack;
    target = stack.target("access");
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @Test
  void aWrongTokenIsRefusedAndTheRightOneStaysInItsTab() {
    try (var visit = Visit.begin(chromium.browser(), stack)) {
      visit.page().getByLabel("Token").fill("wrong");
      visit.button("Log in").click();
      assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("TOKEN_INVALID");
      visit.logIn(ADMIN);

      visit.page().reload();
      assertThat(visit.heading("Overview")).isVisible();
      assertThat(visit.context().cookies()).isEmpty();
      var other = visit.context().newPage();
      other.navigate(stack.page());
      assertThat(other.getByLabel("Token")).isVisible();

      visit.button("Log out").click();
      assertThat(visit.page().getByLabel("Token")).isVisible();
      assertThat(visit.page().evaluate("sessionStorage.length")).isEqualTo(0);
    }
  }

  @Test
  void whoMayReadIsOfferedNothingElse() {
    stack.schedule(target, "r-1", "\"delay\":\"1h\"");
    try (var visit = Visit.loggedIn(chromium.browser(), stack, READER)) {
      assertThat(link(visit, "Topics")).isVisible();
      assertThat(link(visit, "Schedule")).hasCount(0);
      assertThat(link(visit, "Admin")).hasCount(0);
      visit.openJob("r-1");
      assertThat(visit.page().locator("dl.facts")).containsText("SCHEDULED");
      assertThat(visit.button("Cancel")).hasCount(0);
      assertThat(visit.button("Fire now")).hasCount(0);
    }
  }

  @Test
  void aNamespaceIsMadeAndItsTokenSeesOnlyWhatIsItsOwn() {
    stack.schedule(target, "own", "\"delay\":\"1h\"");
    try (var visit = Visit.loggedIn(chromium.browser(), stack, ADMIN)) {
      // When
      visit.open("admin");
      visit.field("New namespace").fill("depot");
      visit.button("Create it").click();
      visit.awaitOutcome("Namespace depot: done");
      link(visit, "depot").click();
      visit.field("Pending jobs").fill("100");
      visit.button("Set limits").click();
      visit.awaitOutcome("Limits of the namespace: done");
      visit.field("Owner").fill("ci");
      visit.page().locator("[name=role]").selectOption("write");
      visit.button("Create a token").click();
      var token = visit.page().locator(".secret").textContent();
      visit.button("I have copied it").click();
      assertThat(visit.page().locator(".secret")).hasCount(0);
      assertThat(visit.page().getByText(token)).hasCount(0);

      // Then
      assertThat(
              stack
                  .call("GET", "/v1/admin/namespaces/depot/limits", null)
                  .path("pendingJobs")
                  .asInt())
          .isEqualTo(100);
      looksAround(token);
      looksInside(visit);
      revokes(visit, token);
    }
  }

  private void looksAround(String token) {
    try (var visit = Visit.loggedIn(chromium.browser(), stack, token)) {
      assertThat(visit.page().locator(".who")).containsText("namespace depot");
      assertThat(visit.page().getByText("Partitions")).hasCount(0);
      assertThat(link(visit, "Topics")).hasCount(0);
      assertThat(link(visit, "Admin")).hasCount(0);
      visit.open("schedule");
      visit.field("Target topic").fill(target);
      visit.field("Id, random if empty").fill("theirs");
      visit.button("Schedule").click();
      visit.awaitOutcome("Schedule theirs: SCHEDULED");
      visit.open("jobs");
      assertThat(visit.page().locator("tr[data-id]")).hasCount(1);
      assertThat(visit.page().locator("tr[data-id=theirs]")).isVisible();
      visit.openJob("own");
      assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("JOB_NOT_FOUND");
    }
  }

  /** An administrator of the installation enters the namespace, and leaves it again. */
  private static void looksInside(Visit visit) {
    visit.open("admin");
    visit.button("Enter depot").click();
    assertThat(visit.page().locator(".who")).containsText("namespace depot");
    visit.open("jobs");
    assertThat(visit.page().locator("tr[data-id=theirs]")).isVisible();
    visit.button("Leave namespace").click();
    assertThat(link(visit, "Topics")).isVisible();
  }

  private void revokes(Visit admin, String token) {
    try (var visit = Visit.loggedIn(chromium.browser(), stack, token)) {
      // When
      admin.open("admin/depot");
      admin.button("Revoke ci").click();
      admin.confirm("Revoke the token of ci?", "Revoke it");
      admin.awaitOutcome("Revoke ci: done");

      // Then
      assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("You were logged out");
      assertThat(visit.page().getByLabel("Token")).isFocused();
    }
  }

  @Test
  void everythingIsReachedByKeys() {
    stack.schedule(target, "k-1", "\"delay\":\"1h\"");
    try (var visit = Visit.begin(chromium.browser(), stack)) {
      var keys = visit.page().keyboard();
      assertThat(visit.page().getByLabel("Token")).isFocused();
      keys.type(ADMIN);
      keys.press("Enter");
      assertThat(visit.heading("Overview")).isVisible();
      visit.page().reload();
      assertThat(visit.heading("Overview")).isVisible();

      keys.press("Tab");
      assertThat(visit.page().getByText("Skip to content")).isFocused();
      keys.press("Enter");
      assertThat(visit.heading("Overview")).isFocused();

      link(visit, "Jobs").focus();
      keys.press("Enter");
      assertThat(visit.heading("Jobs")).isFocused();

      visit.openJob("k-1");
      visit.button("Cancel").focus();
      keys.press("Enter");
      assertThat(visit.page().getByRole(AriaRole.DIALOG)).isVisible();
      keys.press("Escape");
      assertThat(visit.page().getByRole(AriaRole.DIALOG)).hasCount(0);
      assertThat(visit.button("Cancel")).isFocused();
      assertThat(stack.state("k-1")).isEqualTo("SCHEDULED");
    }
  }

  private static Locator link(Visit visit, String name) {
    return visit
        .page()
        .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }
}
