package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of a broker process: it runs {@link EmbeddedKafka} until SIGTERM, a fatal fault or the
 * end of the parent process.
 *
 * <p>Arguments: {@code nodes port dataDir name=value...}, the last ones are broker properties;
 * {@code node/nodes} instead of {@code nodes} runs one node of a cluster.
 */
public final class BrokerMain {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerMain.class);
  private static final int FIRST_PROPERTY = 3;

  private BrokerMain() {}

  /** Runs the nodes; does not return. */
  public static void main(String[] args) throws InterruptedException {
    ParentWatch.haltWithParent();
    var options = parse(List.of(args));
    startOrHalt(() -> EmbeddedKafka.startOnly(options, nodes(args[0])));
    new CountDownLatch(1).await();
  }

  /** The arguments that {@link #main} reads as these options. */
  static List<String> arguments(BrokerOptions options, Path dataDir) {
    return arguments(String.valueOf(options.nodes()), options, dataDir);
  }

  /** The same for one node of the cluster, counted from 1. */
  static List<String> arguments(int node, BrokerOptions options, Path dataDir) {
    return arguments(node + "/" + options.nodes(), options, dataDir);
  }

  private static List<String> arguments(String nodes, BrokerOptions options, Path dataDir) {
    var arguments = new ArrayList<String>();
    arguments.add(nodes);
    arguments.add(String.valueOf(options.port()));
    arguments.add(dataDir.toString());
    options.properties().forEach((name, value) -> arguments.add(name + "=" + value));
    return arguments;
  }

  // Halt, because threads of a half-started broker would keep the process alive and silent.
  private static void startOrHalt(Supplier<EmbeddedKafka> start) {
    try {
      EmbeddedKafka cluster = start.get();
      Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "stop-kafka"));
      LOG.info("Kafka accepts requests at {}", cluster.bootstrapServers());
    } catch (RuntimeException e) {
      LOG.error("Kafka could not start; the process stops", e);
      Runtime.getRuntime().halt(1);
    }
  }

  private static List<Integer> nodes(String text) {
    var slash = text.indexOf('/');
    return slash < 0
        ? IntStream.rangeClosed(1, Integer.parseInt(text)).boxed().toList()
        : List.of(Integer.valueOf(text.substring(0, slash)));
  }

  private static BrokerOptions parse(List<String> args) {
    BrokerOptions options =
        BrokerOptions.nodes(Integer.parseInt(args.get(0).replaceFirst(".*/", "")))
            .withPort(Integer.parseInt(args.get(1)))
            .withDataDir(Path.of(args.get(2)));
    for (String property : args.subList(FIRST_PROPERTY, args.size())) {
      int equals = property.indexOf('=');
      options = options.withProperty(property.substring(0, equals), property.substring(equals + 1));
    }
    return options;
  }
}
