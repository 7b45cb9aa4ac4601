package io.delaygate.harness.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Part of a document that is made from the code, between two comments of its name; {@code
 * -Dreadme.update=true} writes it anew instead of comparing.
 */
public final class GeneratedBlock {
  private GeneratedBlock() {}

  /**
   * Checks that the block has this text.
   *
   * @param document path from the root of the repository
   */
  public static void check(String document, String name, String text) throws IOException {
    var file = root(Path.of(System.getProperty("basedir", "")).toAbsolutePath()).resolve(document);
    var begin = "<!-- " + name + ": generated -->\n";
    var end = "<!-- " + name + ": end -->";
    var now = Files.readString(file, UTF_8);
    assertThat(now).as(document).contains(begin, end);
    var before = now.substring(0, now.indexOf(begin) + begin.length());
    var expected = before + text + now.substring(now.indexOf(end));
    if (Boolean.getBoolean("readme.update")) {
      Files.writeString(file, expected, UTF_8);
    } else {
      assertThat(now).as("%s: run with -Dreadme.update=true", document).isEqualTo(expected);
    }
  }

  private static Path root(Path start) {
    for (var at = start; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(".mvn"))) {
        return at;
      }
    }
    throw new IllegalStateException("no folder above " + start + " has a .mvn");
  }
}
