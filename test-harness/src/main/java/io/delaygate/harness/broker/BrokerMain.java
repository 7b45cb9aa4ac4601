package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link EmbeddedKafka} until SIGTERM, a fatal fault or the death of the parent.
 *
 * <p>Arguments: {@code nodes port dataDir name=value...}, the last ones being broker properties.
 */
public final class BrokerMain {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerMain.class);
  private static final int FIRST_PROPERTY = 3;

  private BrokerMain() {}

  /** Does not return. */
  public static void main(String[] args) throws InterruptedException {
    ParentWatch.haltWithParent();
    startOrHalt(parse(List.of(args)));
    new CountDownLatch(1).await();
  }

  /** The arguments that {@link #main} reads as these options. */
  static List<String> arguments(BrokerOptions options, Path dataDir) {
    var arguments = new ArrayList<String>();
    arguments.add(String.valueOf(options.nodes()));
    arguments.add(String.valueOf(options.port()));
    arguments.add(dataDir.toString());
    options.properties().forEach((name, value) -> arguments.add(name + "=" + value));
    return arguments;
  }

  // Halt, because threads of a half-started broker would keep the process alive and silent.
  private static void startOrHalt(BrokerOptions options) {
    try {
      EmbeddedKafka cluster = EmbeddedKafka.start(options);
      FatalExit.permit();
      Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "stop-kafka"));
      LOG.info("Kafka takes requests at {}", cluster.bootstrapServers());
    } catch (RuntimeException e) {
      LOG.error("Kafka did not start, the process ends", e);
      Runtime.getRuntime().halt(1);
    }
  }

  private static BrokerOptions parse(List<String> args) {
    BrokerOptions options =
        BrokerOptions.nodes(Integer.parseInt(args.get(0)))
            .withPort(Integer.parseInt(args.get(1)))
            .withDataDir(Path.of(args.get(2)));
    for (String property : args.subList(FIRST_PROPERTY, args.size())) {
      int equals = property.indexOf('=');
      options = options.withProperty(property.substring(0, equals), property.substring(equals + 1));
    }
    return options;
  }
}
