package io.delaygate.harness.console;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Accessibility rules of axe-core, which run inside the page. */
final class Axe {
  private static final String SCRIPT = "/axe/axe.min.js";

  /** Script that returns violations, each with its elements. */
  private static final String RUN =
      """
      async () => {
        const {violations} = await axe.run();
        return violations
          .filter(fault => ['serious', 'critical'].includes(fault.impact))
          .map(fault => fault.id + ': ' + fault.nodes.map(node => node.html).join(' | '));
      }
      """;

  private final String script;

  private Axe(String script) {
    this.script = script;
  }

  static Axe load() {
    try (var stream = Axe.class.getResourceAsStream(SCRIPT)) {
      var bytes = Objects.requireNonNull(stream, SCRIPT).readAllBytes();
      return new Axe(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Serious and critical violations in the present page, under its content security policy. */
  List<?> faults(Page page) {
    page.evaluate(script);
    return (List<?>) page.evaluate(RUN);
  }
}
