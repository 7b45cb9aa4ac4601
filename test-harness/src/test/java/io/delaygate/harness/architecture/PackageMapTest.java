package io.delaygate.harness.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.documents.GeneratedBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Test of the package maps in the module READMEs, made of the first sentences of {@code
 * package-info.java}.
 */
class PackageMapTest {
  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("(?s)/\\*\\*(.*?)(?:\\.\\s|\\*/)", Pattern.MULTILINE);
  private static final Pattern CODE = Pattern.compile("\\{@(?:code|link) ([^}]*)}");
  private static final RepositoryFiles FILES = RepositoryFiles.find();

  @ParameterizedTest
  @CsvSource({
    "schemas/README.md, schemas, io.delaygate.schemas",
    "schemas/README.md, schemas/service, io.delaygate.service",
    "streams-scheduler/README.md, streams-scheduler, io.delaygate.scheduler",
    "gateway/README.md, gateway, io.delaygate.gateway",
  })
  void everyPackageStandsInTheReadmeWithItsFirstSentence(String readme, String module, String root)
      throws IOException {
    var map = map(FILES.root().resolve(readme), module, root);

    GeneratedBlock.check(readme, "packages of " + root, map);
  }

  private static String map(Path readme, String module, String root) {
    var sources = module + "/src/main/java/" + root.replace('.', '/') + "/";
    var rows =
        FILES.endingWith("/package-info.java").stream()
            .filter(it -> FILES.relative(it).startsWith(sources))
            .map(it -> row(readme, it))
            .collect(Collectors.joining());
    assertThat(rows).isNotEmpty();
    return "| package | holds |\n|---|---|\n" + rows;
  }

  private static String row(Path readme, Path info) {
    var folder = Objects.requireNonNull(info.getParent());
    var link =
        Objects.requireNonNull(readme.getParent()).relativize(folder).toString().replace('\\', '/');
    return "| [`%s`](%s) | %s |\n".formatted(folder.getFileName(), link, sentence(info));
  }

  private static String sentence(Path info) {
    var comment = FIRST_SENTENCE.matcher(RepositoryFiles.text(info));
    assertThat(comment.find()).as("%s has a comment", info).isTrue();
    var words = comment.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " ").strip();
    return CODE.matcher(words).replaceAll("`$1`").replace("|", "\\|");
  }
}
