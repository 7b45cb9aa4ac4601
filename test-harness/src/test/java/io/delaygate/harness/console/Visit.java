package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Session of a user at the console. It records forbidden behaviour of pages, which fails the test.
 */
final class Visit implements AutoCloseable {
  private static final int WIDE = 1100;
  private static final int HEIGHT = 700;

  private final String home;
  private final BrowserContext context;
  private final Page page;
  private final List<String> faults = new CopyOnWriteArrayList<>();

  private Visit(BrowserContext context, String home) {
    this.home = home;
    this.context = context;
    this.page = context.newPage();
    page.onDialog(
        dialog -> {
          faults.add("a dialog of the browser: " + dialog.message());
          dialog.dismiss();
        });
    page.onPageError(error -> faults.add("an error: " + error));
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")
              && !message.text().contains("Failed to load resource")) {
            faults.add("on the console: " + message.text());
          }
        });
    page.onRequest(
        request -> {
          if (!request.url().startsWith(home.replace("/console/", "/"))
              && !request.url().startsWith("data:")) {
            faults.add("a request to " + request.url());
          }
        });
    page.onPopup(popup -> faults.add("a window: " + popup.url()));
  }

  /** Opens the console without a token. */
  static Visit begin(Browser browser, ConsoleStack stack) {
    return begin(browser, stack, ColorScheme.LIGHT, WIDE);
  }

  static Visit begin(Browser browser, ConsoleStack stack, ColorScheme colors, int width) {
    var options =
        new Browser.NewContextOptions()
            .setColorScheme(colors)
            .setViewportSize(width, HEIGHT)
            .setTimezoneId("Europe/Berlin")
            .setLocale("en-GB");
    var visit = new Visit(browser.newContext(options), stack.page());
    visit.page.navigate(stack.page());
    return visit;
  }

  /** Opens the console and logs in. */
  static Visit loggedIn(Browser browser, ConsoleStack stack, String token) {
    return begin(browser, stack).logIn(token);
  }

  Visit logIn(String token) {
    page.getByLabel("Token").fill(token);
    button("Log in").click();
    assertThat(heading("Overview")).isVisible();
    return this;
  }

  Page page() {
    return page;
  }

  BrowserContext context() {
    return context;
  }

  /** Opens a view by its address. */
  Visit open(String path) {
    page.navigate(home + "#/" + path);
    return this;
  }

  Visit openJob(String id) {
    return open("job/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"));
  }

  Locator heading(String name) {
    var options = new Page.GetByRoleOptions().setName(name).setLevel(1);
    return page.getByRole(AriaRole.HEADING, options);
  }

  Locator button(String name) {
    var options = new Page.GetByRoleOptions().setName(name).setExact(true);
    return page.getByRole(AriaRole.BUTTON, options);
  }

  Locator field(String name) {
    return page.getByLabel(name, new Page.GetByLabelOptions().setExact(true));
  }

  /** Confirms the dialog with this title. */
  void confirm(String title, String action) {
    var dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog.getByRole(AriaRole.HEADING)).hasText(title);
    var options = new Locator.GetByRoleOptions().setName(action).setExact(true);
    dialog.getByRole(AriaRole.BUTTON, options).click();
  }

  /** Waits for an outcome with this text. */
  void awaitOutcome(String text) {
    assertThat(page.locator(".outcomes p span").first()).containsText(text);
  }

  /** Dismisses all outcomes, before the next action. */
  void forget() {
    var dismiss = "document.querySelectorAll('.outcomes .drop').forEach(button => button.click())";
    page.evaluate(dismiss);
    assertThat(page.locator(".outcomes p")).hasCount(0);
  }

  /** Asserts that no page did something forbidden. */
  void assertNoFault() {
    assertThat(faults).isEmpty();
  }

  @Override
  public void close() {
    context.close();
    assertNoFault();
  }
}
