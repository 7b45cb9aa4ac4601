package io.delaygate.gateway.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parser and writer of the value of a reply record. */
final class ReplyRecord {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RESULT = "result";

  private ReplyRecord() {}

  /** The decision in the reply; empty when this version does not understand it. */
  static Optional<CommandResult.Decided> parse(byte @Nullable [] value) {
    if (value == null) {
      return Optional.empty();
    }
    try {
      return decided(JSON.readTree(value));
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  private static Optional<CommandResult.Decided> decided(JsonNode reply) {
    var outcome = constant(Outcome.values(), reply.path("outcome"));
    var source = reply.path("source");
    if (outcome.isEmpty() || !source.path("offset").isIntegralNumber()) {
      return Optional.empty();
    }
    var rejection = rejection(reply);
    if (outcome.get() == Outcome.REJECTED && rejection == null) {
      return Optional.empty();
    }
    return Optional.of(
        new CommandResult.Decided(
            outcome.get(),
            reply.get("job") instanceof ObjectNode job ? job : null,
            outcome.get() == Outcome.REJECTED ? rejection : null,
            source.path("partition").intValue(),
            source.path("offset").longValue(),
            reply.path(RESULT).textValue()));
  }

  /** The value that {@link #parse} reads as a finished job. */
  static byte[] finished(CommandResult.Decided done) {
    var json = JsonNodeFactory.instance.objectNode().put("outcome", done.outcome().name());
    json.putObject("source").put("partition", done.partition()).put("offset", done.offset());
    json.put(RESULT, done.result());
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static CommandResult.@Nullable Rejection rejection(JsonNode reply) {
    return constant(ReasonCode.values(), reply.path("reason"))
        .map(
            reason ->
                new CommandResult.Rejection(reason, reply.path("reasonText").asText(reason.doc())))
        .orElse(null);
  }

  /** Empty for a name that only a later version knows. */
  private static <E extends Enum<E>> Optional<E> constant(E[] values, JsonNode name) {
    return Arrays.stream(values).filter(v -> v.name().equals(name.textValue())).findFirst();
  }
}
