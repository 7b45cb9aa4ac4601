package io.delaygate.harness.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Page about the archive; its blocks have names, as in {@code ```sql table}. */
record ArchivePage(String text) {
  /** Reads the page. */
  static ArchivePage read() throws IOException {
    return new ArchivePage(Files.readString(Path.of("..", "schemas", "docs", "archive.md")));
  }

  /** The block of this name. */
  String block(String name) {
    var block =
        Pattern.compile("(?ms)^```\\S+ " + Pattern.quote(name) + "\\n(.*?)^```").matcher(text);
    assertThat(block.find()).as("block %s", name).isTrue();
    return block.group(1);
  }

  /** The same page with another name of the connector, whose offsets are others. */
  ArchivePage renamed() {
    return new ArchivePage(text.replace("name=delaygate-archive", "name=delaygate-archive-2"));
  }

  /** The block of this name, with parts of it replaced; each must be in it. */
  String block(String name, String... replacements) {
    var block = block(name);
    for (var i = 0; i < replacements.length; i += 2) {
      assertThat(block).contains(replacements[i]);
      block = block.replace(replacements[i], replacements[i + 1]);
    }
    return block;
  }
}
