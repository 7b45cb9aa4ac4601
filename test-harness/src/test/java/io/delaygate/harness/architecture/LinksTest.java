package io.delaygate.harness.architecture;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Test that links of all documents lead to an existing file and heading. */
class LinksTest {
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(<?([^)>\\s]+)|^\\[[^\\]]+\\]:\\s*(\\S+)", Pattern.MULTILINE);
  private static final Pattern ELSEWHERE = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

  private static final RepositoryFiles FILES = RepositoryFiles.find();

  private final Map<Path, Set<String>> anchors = new HashMap<>();

  @Test
  void linksLeadSomewhere() {
    List<String> broken = new ArrayList<>();
    for (Path document : FILES.endingWith(".md")) {
      LINK.matcher(prose(document))
          .results()
          .map(link -> link.group(1) != null ? link.group(1) : link.group(2))
          .filter(target -> !ELSEWHERE.matcher(target).matches())
          .filter(target -> !exists(document, target))
          .forEach(target -> broken.add(FILES.relative(document) + " -> " + target));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void anchorsAreThoseOfGitHub() {
    assertThat(anchor("What `lag`, and *why*?")).isEqualTo("what-lag-and-why");
    assertThat(anchor("DelaygateLate")).isEqualTo("delaygatelate");
  }

  private boolean exists(Path document, String target) {
    var file = target.replaceAll("#.*", "");
    var page = file.isEmpty() ? document : document.resolveSibling(file).normalize();
    if (!target.contains("#")) {
      return Files.exists(page);
    }
    return Files.isRegularFile(page)
        && anchors
            .computeIfAbsent(page, LinksTest::anchors)
            .contains(target.substring(target.indexOf('#') + 1));
  }

  private static Set<String> anchors(Path document) {
    return HEADING
        .matcher(prose(document))
        .results()
        .map(heading -> anchor(heading.group(1)))
        .collect(toSet());
  }

  private static String anchor(String heading) {
    return NOT_IN_ANCHORS
        .matcher(heading.strip().toLowerCase(Locale.ROOT))
        .replaceAll("")
        .replace(' ', '-');
  }

  private static String prose(Path document) {
    return FENCED.matcher(RepositoryFiles.text(document)).replaceAll("");
  }
}
