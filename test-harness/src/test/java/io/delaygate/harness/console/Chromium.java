package io.delaygate.harness.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.delaygate.harness.process.DebianPackage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The system's Chromium, headless. For the thread that started it. */
final class Chromium implements AutoCloseable {
  /** Time-out of assertions, long enough for a busy machine. */
  private static final double PATIENCE_MS = 20_000;

  private static final Path DEBIAN = Path.of("/usr/bin/chromium");

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Skips the tests if Chromium is missing; fails in CI. */
  static void assumeInstalled() {
    DebianPackage.require("chromium", Files.isExecutable(program()));
  }

  private static Path program() {
    return Path.of(Optional.ofNullable(System.getenv("CHROMIUM")).orElse(DEBIAN.toString()));
  }

  /** Starts the browser. */
  static Chromium start() {
    assumeInstalled();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
    var playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    // a container's user may not create the sandbox's namespaces, and only our own pages are opened
    var options = new LaunchOptions().setExecutablePath(program()).setArgs(List.of("--no-sandbox"));
    return new Chromium(playwright, playwright.chromium().launch(options));
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
