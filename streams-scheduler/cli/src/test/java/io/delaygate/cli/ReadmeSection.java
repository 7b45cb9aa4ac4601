package io.delaygate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of the README of the module above, made from the code, between two comments of its name.
 */
final class ReadmeSection {
  private static final Path README = Path.of("../README.md");

  private ReadmeSection() {}

  /** The part is this text; {@code -Dreadme.update=true} puts it there instead of comparing. */
  static void check(String name, String text) throws IOException {
    var begin = "<!-- " + name + ": generated -->\n";
    var end = "<!-- " + name + ": end -->";
    var readme = Files.readString(README, UTF_8);
    assertThat(readme).contains(begin, end);
    var before = readme.substring(0, readme.indexOf(begin) + begin.length());
    var after = readme.substring(readme.indexOf(end));
    if (Boolean.getBoolean("readme.update")) {
      Files.writeString(README, before + text + after, UTF_8);
    } else {
      assertThat(readme).as("run with -Dreadme.update=true").isEqualTo(before + text + after);
    }
  }
}
