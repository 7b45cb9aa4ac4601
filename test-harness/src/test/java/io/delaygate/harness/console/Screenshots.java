package io.delaygate.harness.console;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Screenshots of the documents, which {@code -Dscreenshots.update=true} takes anew. */
final class Screenshots {
  private static final Path FOLDER = Path.of("../gateway/docs/console");

  private Screenshots() {}

  /** Takes a screenshot of the window. */
  static void take(Page page, String name, ColorScheme colors, boolean isNarrow) {
    if (!Boolean.getBoolean("screenshots.update")) {
      return;
    }
    var shot =
        page.screenshot(new ScreenshotOptions().setAnimations(ScreenshotAnimations.DISABLED));
    var file =
        "%s-%s-%s.png"
            .formatted(name, colors.name().toLowerCase(Locale.ROOT), isNarrow ? "narrow" : "wide");
    try {
      Files.createDirectories(FOLDER);
      Files.write(FOLDER.resolve(file), shot);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
