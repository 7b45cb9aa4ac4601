package io.delaygate.cli;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Parameter or option of a verb, and the field of the request that it goes to. */
final class Argument {
  private final String name;
  private final String label;
  private final Class<?> type;
  private final String description;
  private boolean required;
  private @Nullable Consumer<GatewayInvocation> sender;
  private @Nullable String defaultValue;

  /**
   * An argument that may be missing.
   *
   * @param notation as in the rows of {@link Verb}
   */
  Argument(String notation, Class<?> type, String description) {
    var sides = notation.split(" -> ", 2);
    var words = sides[0].split("=", 2);
    this.name = words[0];
    this.label = words[words.length - 1];
    this.type = type;
    this.description = description;
    if (sides.length > 1) {
      sendBy(call -> put(call, sides[1]));
    }
  }

  private void put(GatewayInvocation call, String field) {
    call.put(field, field.endsWith("Ms") ? call.duration(name).toMillis() : call.value(name));
  }

  void require() {
    required = true;
  }

  void orElse(String value) {
    defaultValue = value;
  }

  void sendBy(Consumer<GatewayInvocation> writer) {
    sender = writer;
  }

  /** Writes the value into the request, if it is there and is sent. */
  void send(GatewayInvocation call) {
    if (sender != null && call.has(name)) {
      sender.accept(call);
    }
  }

  /** The argument as picocli knows it, for one command, behind so many parameters. */
  ArgSpec spec(int parametersBefore) {
    var element = type == List.class ? String.class : type;
    if (name.startsWith("-")) {
      return OptionSpec.builder(name)
          .paramLabel(label)
          .type(type)
          .auxiliaryTypes(element)
          .description(description)
          .required(required)
          .defaultValue(defaultValue)
          .build();
    }
    var parameter =
        PositionalParamSpec.builder()
            .paramLabel(label)
            .type(type)
            .auxiliaryTypes(element)
            .description(description)
            .required(required);
    return type == List.class
        ? parameter.arity("0..*").build()
        : parameter.index("" + parametersBefore).arity(required ? "1" : "0..1").build();
  }
}
