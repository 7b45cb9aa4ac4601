package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.documents.GeneratedBlock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Tests of {@code --help}: every command is explained, and its examples can be parsed. {@code
 * -Dreadme.update=true} writes the README's tables of commands instead of comparing them.
 */
class HelpTest {
  /** Words of a shell: quoted, or without blanks. */
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  static Stream<String> commands() {
    return all(line()).stream().map(HelpTest::name);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(String name) {
    // Given
    var arguments = new ArrayList<>(List.of(name.split(" ")));
    arguments.remove(0);
    arguments.add("--help");

    // When
    var help = Called.of(arguments.toArray(String[]::new));

    // Then
    assertThat(help.status()).isZero();
    assertThat(help.err()).isEmpty();
    assertThat(help.out())
        .startsWith("Usage: " + name)
        .contains("\nExamples:\n  delaygate ", "\nExit status:\n  0  ")
        .doesNotContain("null", "${");
    assertThat(help.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  @Test
  void everyExampleIsUnderstood() {
    var root = line();
    var examples = all(root).stream().flatMap(HelpTest::examples).toList();

    assertThat(examples).hasSizeGreaterThan(30);
    assertThat(examples)
        .allSatisfy(
            example -> {
              var words =
                  WORD.matcher(example.replaceFirst(" \\|.*", ""))
                      .results()
                      .map(word -> word.group(1) != null ? word.group(1) : word.group(2))
                      .toList();
              assertThat(words.get(0)).isEqualTo("delaygate");
              root.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
            });
  }

  @Test
  void everyCommandHasASentenceAndTwoExamplesOrMore() {
    assertThat(all(line()))
        .allSatisfy(
            command -> {
              var about = command.getCommandSpec().usageMessage();
              assertThat(about.description()).hasSize(1);
              assertThat(about.description()[0]).hasSizeLessThan(120);
              assertThat(about.footer()).hasSizeGreaterThan(1);
            });
  }

  @Test
  void withoutACommandNothingIsDone() {
    assertThat(Called.of().status()).isEqualTo(2);
    assertThat(Called.of().err()).contains("delaygate --help");
    assertThat(Called.of("dead-letters").status()).isEqualTo(2);
    assertThat(Called.of("no-such").status()).isEqualTo(2);
  }

  @Test
  void theTablesOfTheReadmeAreThoseOfTheCommands() throws IOException {
    var rows =
        all(line()).stream()
            .filter(command -> command.getSubcommands().isEmpty())
            .map(command -> "| `%s` | %s |\n".formatted(synopsis(command), sentence(command)))
            .collect(Collectors.joining());
    var statuses =
        Arrays.stream(ExitStatus.values())
            .map(status -> "| %d | %s |\n".formatted(status.code(), status.meaning()))
            .collect(Collectors.joining());
    GeneratedBlock.check(
        "streams-scheduler/cli/README.md", "commands", "| command | does |\n|---|---|\n" + rows);
    GeneratedBlock.check(
        "streams-scheduler/cli/README.md",
        "exit statuses",
        "| status | meaning |\n|---|---|\n" + statuses);
  }

  private static String sentence(CommandLine command) {
    return command.getCommandSpec().usageMessage().description()[0];
  }

  private static String synopsis(CommandLine command) {
    return name(command)
        + command.getCommandSpec().positionalParameters().stream()
            .map(
                it ->
                    (it.arity().min() == 0 ? " [%s%s]" : " %s%s")
                        .formatted(it.paramLabel(), it.arity().isVariable() ? "..." : ""))
            .collect(Collectors.joining());
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static Stream<String> examples(CommandLine command) {
    return Arrays.stream(command.getCommandSpec().usageMessage().footer()).map(String::strip);
  }

  private static List<CommandLine> all(CommandLine command) {
    var all = new ArrayList<>(List.of(command));
    command.getSubcommands().values().forEach(sub -> all.addAll(all(sub)));
    return all;
  }

  private static CommandLine line() {
    var nowhere = new PrintStream(OutputStream.nullOutputStream());
    return Commands.line(
        new Session(
            Map.of(),
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            Clock.fixed(Called.NOW, ZoneOffset.UTC),
            Called.typing(null)));
  }
}
