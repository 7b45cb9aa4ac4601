package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Row of the table of verbs: name and help, arguments, the call, and how its answer is printed.
 *
 * <p>Arguments are written as the help shows them, {@code ID}, {@code --in=TIME}, or {@code --yes}
 * for a flag. Behind an arrow is the field of the request that the value goes to, {@code --in=TIME
 * -> delay}; the verb itself reads arguments without a field. A slash in a field leads into a
 * nested object; times become milliseconds in fields that end in {@code Ms}. Requests have their
 * fields in the order of the row.
 */
final class Verb {
  /** Writer of a gateway's answer for people. */
  interface Printer {
    void print(JsonNode answer, GatewayInvocation call);
  }

  private final String name;
  private final String description;
  private final List<Argument> arguments = new ArrayList<>();
  private final List<Consumer<CommandSpec>> parts = new ArrayList<>();
  private final List<Consumer<GatewayInvocation>> fields = new ArrayList<>();
  private final List<Verb> verbs = new ArrayList<>();
  private List<String> examples = List.of();
  private @Nullable Function<Invocation, ExitStatus> action;

  private Verb(String name, String description) {
    this.name = name;
    this.description = description;
  }

  /** A verb that calls a gateway. */
  static Verb of(String name, String description) {
    return new Verb(name, description)
        .with(GatewayConnection::options)
        .flag(
            "--json",
            "Print the gateway's JSON, one document per line; for listings, one per entry");
  }

  /** A verb that uses the scheduler's settings, most of them to connect to the brokers. */
  static Verb ofSettings(String name, String description) {
    var verb = new Verb(name, description).with(SettingsVerbs::option);
    // there are hundreds of settings, most of them Kafka's own: the settings check knows them
    verb.parts.add(spec -> spec.parser().unmatchedArgumentsAllowed(true));
    return verb;
  }

  /** A group of verbs. */
  static Verb group(String name, String description) {
    return new Verb(name, description);
  }

  /** Adds verbs to a group. */
  Verb holds(List<Verb> more) {
    verbs.addAll(more);
    return this;
  }

  /** Command lines that the help shows, without the program and the name of the verb. */
  Verb examples(String... lines) {
    examples = List.of(lines);
    return this;
  }

  /** A required parameter. Its label stands in braces in paths. */
  Verb parameter(String notation, String about) {
    return text(notation, about).required();
  }

  /** An option with a text; or a parameter that may be missing. */
  Verb text(String notation, String about) {
    return add(notation, String.class, about);
  }

  /** An option that may be repeated; or a parameter that may be repeated or missing. */
  Verb texts(String notation, String about) {
    return add(notation, List.class, about);
  }

  /** A number of 32 bits. */
  Verb integer(String notation, String about) {
    return add(notation, Integer.class, about);
  }

  /** A number of 64 bits. */
  Verb number(String notation, String about) {
    return add(notation, Long.class, about);
  }

  Verb flag(String notation, String about) {
    return add(notation, boolean.class, about);
  }

  /** An option of another type. */
  Verb add(String notation, Class<?> type, String about) {
    var argument = new Argument(notation, type, about);
    arguments.add(argument);
    parts.add(spec -> spec.add(argument.spec(spec.positionalParameters().size())));
    return sends(argument::send);
  }

  /** Makes the argument before a required one. */
  Verb required() {
    last().require();
    return this;
  }

  /** Sets the value of the option before for when it is not given. */
  Verb orElse(String value) {
    last().orElse(value);
    return this;
  }

  /** Sends the argument before, if it is given, in a way of its own. */
  Verb sentBy(Consumer<GatewayInvocation> writer) {
    last().sendBy(writer);
    return this;
  }

  private Argument last() {
    return arguments.get(arguments.size() - 1);
  }

  /** Adds arguments that several verbs have. */
  Verb with(UnaryOperator<Verb> common) {
    return common.apply(this);
  }

  /**
   * Adds options that exclude each other.
   *
   * @param multiplicity {@code 1} if one of them is required, or {@code 0..1}
   */
  Verb oneOf(String multiplicity, UnaryOperator<Verb> options) {
    var some = options.apply(new Verb(name, description));
    parts.add(
        spec -> {
          var group = ArgGroupSpec.builder().exclusive(true).multiplicity(multiplicity);
          some.arguments.forEach(option -> group.addArg(option.spec(0)));
          spec.addArgGroup(group.build());
        });
    fields.addAll(some.fields);
    return this;
  }

  /**
   * Writes more into the request, behind the arguments before. With {@link
   * GatewayInvocation#fields} there is a body even if no argument has a field.
   */
  Verb sends(Consumer<GatewayInvocation> field) {
    fields.add(field);
    return this;
  }

  /** Makes one call, and prints its answer. */
  Verb calls(String method, String path, Printer printer) {
    return runsOnGateway(call -> call.answer(method, path, printer));
  }

  /** Reads a listing without pages. */
  Verb lists(String path, String field, Printer printer) {
    return runsOnGateway(call -> call.list(path, field, printer));
  }

  /** Reads a listing page by page, up to {@code --limit}. */
  Verb pages(String path, String field, Columns columns) {
    return runsOnGateway(call -> call.pages(path, field, columns));
  }

  /** Calls a gateway in a way of its own. */
  Verb runsOnGateway(Function<GatewayInvocation, ExitStatus> work) {
    return runs(call -> work.apply(new GatewayInvocation(call, fields)));
  }

  /** Works without a gateway. */
  Verb runs(Function<Invocation, ExitStatus> work) {
    action = work;
    return this;
  }

  /**
   * The command with its help.
   *
   * @param parents names of the program and the groups before it, with a blank behind each
   */
  CommandSpec command(Session session, String parents) {
    var spec = action == null ? CommandSpec.create() : new Invocation(session, action).spec();
    spec.name(name);
    parts.forEach(part -> part.accept(spec));
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help").build());
    // an internal error is neither a negative answer nor the caller's fault
    spec.exitCodeOnExecutionException(ExitStatus.UNAVAILABLE.code());
    spec.usageMessage()
        .description(description)
        .footerHeading("%nExamples:%n")
        .footer(
            examples.stream()
                .map(example -> ("  " + parents + name + " " + example).stripTrailing())
                .toArray(String[]::new))
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(ExitStatus.listed());
    verbs.forEach(
        verb -> spec.addSubcommand(verb.name, verb.command(session, parents + name + " ")));
    return spec;
  }
}
