package io.delaygate.cli;

import io.delaygate.schemas.command.DurationText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Run of a verb: its environment, and the values of its arguments by the name of an option or the
 * label of a parameter.
 */
class Invocation implements Callable<Integer> {
  /** More than any gateway accepts, as a job holds 1 MiB. It keeps a wrong file out of memory. */
  private static final int BYTES_MAX = 4 * 1024 * 1024;

  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

  private final Session session;
  private final Function<Invocation, ExitStatus> work;
  private final CommandSpec spec;

  /** A run before the arguments are parsed. */
  Invocation(Session session, Function<Invocation, ExitStatus> work) {
    this.session = session;
    this.work = work;
    this.spec = CommandSpec.wrapWithoutInspection(this);
  }

  Invocation(Invocation same) {
    this.session = same.session;
    this.work = same.work;
    this.spec = same.spec;
  }

  @Override
  public final Integer call() {
    return work.apply(this).code();
  }

  final Session session() {
    return session;
  }

  final CommandSpec spec() {
    return spec;
  }

  /** Whether an argument was given or has a default; a flag, whether it is set. */
  final boolean has(String name) {
    var value = valueOrNull(name);
    if (value instanceof Boolean flag) {
      return flag;
    }
    return value != null && !(value instanceof List<?> list && list.isEmpty());
  }

  /** The value of an argument that is there. */
  final Object value(String name) {
    return Objects.requireNonNull(valueOrNull(name), name);
  }

  /** The text of an argument that is there; the first one if it is repeated. */
  final String text(String name) {
    return value(name) instanceof List ? texts(name).get(0) : value(name).toString();
  }

  /** The texts of a repeated argument. */
  final List<String> texts(String name) {
    return valueOrNull(name) instanceof List<?> list
        ? list.stream().map(Object::toString).toList()
        : List.of();
  }

  /** A number above zero; without a value the largest one. */
  final long atLeast1(String name) {
    var number = has(name) ? (Long) value(name) : Long.MAX_VALUE;
    if (number < 1) {
      throw CliException.usage(name + " is " + number + ", but must be 1 or more");
    }
    return number;
  }

  /** A time as {@code 30s} or {@code PT30M}, above zero. */
  final Duration duration(String name) {
    try {
      var ms = DurationText.ms(text(name));
      if (ms > 0) {
        return Duration.ofMillis(ms);
      }
    } catch (DateTimeException | ArithmeticException unreadable) {
      // handled below
    }
    throw CliException.usage(
        "%s is '%s', which is not a valid duration; use a form like 30s, 15m or PT30M"
            .formatted(name, text(name)));
  }

  /** The bytes of a file; {@code -} is standard input. */
  final byte[] bytes(String name) {
    return bytesOf(text(name));
  }

  /** The bytes of the file of that name; {@code -} is standard input. */
  final byte[] bytesOf(String path) {
    // the caller closes standard input
    try (var file = path.equals("-") ? null : Files.newInputStream(Path.of(path))) {
      var bytes = (file == null ? session.in() : file).readNBytes(BYTES_MAX + 1);
      if (bytes.length <= BYTES_MAX) {
        return bytes;
      }
    } catch (IOException unreadable) {
      throw CliException.usage("The value cannot be read: " + unreadable);
    }
    throw CliException.usage("The value must be at most 4 MiB.");
  }

  /** A path with the parameters that it names in braces, percent-encoded. */
  final String path(String template) {
    return VARIABLE
        .matcher(template)
        .replaceAll(variable -> GatewayClient.encoded(text(variable.group(1))));
  }

  /** Arguments that the verb does not know, if it allows them. */
  final List<String> others() {
    return spec.commandLine().getParseResult().unmatched();
  }

  /** Continues only with {@code --yes}, or if the user at the terminal confirms. */
  final void confirm(String question) {
    if (has("--yes")) {
      return;
    }
    var answer = session.console().ask(TerminalEscaper.text(question) + " [y/N] ");
    if (answer == null) {
      throw CliException.usage(question + " There is no terminal for the confirmation: add --yes.");
    }
    if (!answer.strip().matches("(?i)y|yes")) {
      throw new CliException(ExitStatus.NO, "Not confirmed: nothing was changed.");
    }
  }

  private @Nullable Object valueOrNull(String name) {
    @Nullable ArgSpec option = spec.findOption(name);
    if (option != null) {
      return option.getValue();
    }
    for (var parameter : spec.positionalParameters()) {
      if (parameter.paramLabel().equals(name)) {
        return parameter.getValue();
      }
    }
    return null;
  }
}
