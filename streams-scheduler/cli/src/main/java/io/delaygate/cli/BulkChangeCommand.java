package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Base of {@code cancel} and of {@code kick} and {@code discard} of dead letters: by ids or by a
 * filter.
 */
abstract class BulkChangeCommand extends GatewayCommand {
  @Parameters(paramLabel = "ID", arity = "0..*", description = "These; or use the filter below")
  private List<String> ids = new ArrayList<>();

  @Mixin private final VersionOption version = new VersionOption();

  @Option(names = "--topic", paramLabel = "TOPIC", description = "All of this target")
  private @Nullable String topic;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "With a filter: how many at most, the first ones; all if not given")
  private @Nullable Long limit;

  @Option(names = "--yes", description = "With a filter: do it without asking")
  private boolean yes;

  BulkChangeCommand(Session session) {
    super(session);
  }

  /** The call for one job; it has no body. */
  abstract GatewayReply one(GatewayClient gateway, String id, String... condition);

  /** The path of the call for many jobs. */
  abstract String path();

  /** The question to confirm, such as {@code Cancel all pending jobs}. */
  abstract String question();

  /** Adds times to a filter, by the gateway's names. */
  abstract void addTimes(ObjectNode filter);

  @Override
  final ExitStatus run(GatewayClient gateway) {
    var filter = JsonNodeFactory.instance.objectNode();
    if (topic != null) {
      filter.put("topic", topic);
    }
    addTimes(filter);
    if (ids.isEmpty() == filter.isEmpty()) {
      throw new CliException(
          ExitStatus.USAGE, "Give ids, or a filter by target or time; not both, and not neither.");
    }
    if (version.isGiven() && ids.size() != 1) {
      throw new CliException(ExitStatus.USAGE, "--if-version goes with one id.");
    }
    if (!filter.isEmpty()) {
      return found(gateway, filter);
    }
    if (limit != null) {
      throw new CliException(ExitStatus.USAGE, "--limit goes with a filter.");
    }
    if (ids.size() > 1) {
      return told(bulk(gateway, path()).ids(ids));
    }
    printOutcome(one(gateway, ids.get(0), version.headers()).orThrow());
    return ExitStatus.DONE;
  }

  private ExitStatus found(GatewayClient gateway, ObjectNode filter) {
    var most = limit == null ? Long.MAX_VALUE : limit;
    if (most < 1) {
      throw new CliException(ExitStatus.USAGE, "--limit is " + most + ": give 1 or more");
    }
    var which = new StringJoiner(", ", question() + " with ", "?");
    filter.properties().forEach(it -> which.add(it.getKey() + " " + it.getValue().asText()));
    if (limit != null) {
      which.add("at most " + limit);
    }
    session().confirm(yes, which.toString());
    var body = JsonNodeFactory.instance.objectNode();
    body.set("filter", filter);
    return told(bulk(gateway, path()).found(body, most));
  }
}
