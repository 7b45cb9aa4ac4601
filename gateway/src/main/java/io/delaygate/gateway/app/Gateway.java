package io.delaygate.gateway.app;

import io.delaygate.gateway.cancel.CancelJob;
import io.delaygate.gateway.ops.CountedPublisher;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.ops.Readiness;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.InflightBytes;
import io.delaygate.gateway.publish.StoredAnswer;
import io.delaygate.gateway.request.JsonRequest;
import io.delaygate.gateway.schedule.Intake;
import io.delaygate.gateway.schedule.ScheduleJob;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.command.CommandParser;
import io.javalin.Javalin;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway: wires the steps of a call and stops them in order. Several may run in one JVM.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private final Javalin server;
  private final Readiness readiness;
  private final KafkaSide kafka;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Gateway(Javalin server, Readiness readiness, KafkaSide kafka) {
    this.server = server;
    this.readiness = readiness;
    this.kafka = kafka;
  }

  /**
   * Serves as the settings say. Does not wait for Kafka: {@code /readyz} tells when it is there.
   *
   * @param clock what due times are judged by; relative delays count from the broker's clock
   * @param ticker monotonic nanoseconds: how fresh is what we know of topics
   */
  public static Gateway start(GatewaySettings settings, Clock clock, LongSupplier ticker) {
    LOG.info("Settings in force:{}", settings.effective());
    return start(settings, clock, KafkaSide.connect(settings, ticker));
  }

  /** Serves with the given Kafka side, which is the gateway's from now on. */
  static Gateway start(GatewaySettings settings, Clock clock, KafkaSide kafka) {
    try {
      return wire(settings, clock, kafka);
    } catch (RuntimeException failed) {
      kafka.close();
      throw failed;
    }
  }

  private static Gateway wire(GatewaySettings settings, Clock clock, KafkaSide kafka) {
    var names = settings.topicNames();
    var inflight = new InflightBytes(settings.maxInflightBytes());
    var metrics = new GatewayMetrics(inflight);
    var http = new HttpServer(settings, metrics);
    var publisher = new CountedPublisher(kafka.publisher(), metrics);
    var readiness = new Readiness(publisher, kafka.directory(), names.requests());

    var request = new JsonRequest(settings.maxBodyBytes());
    var intake = new Intake(new CommandParser(names), kafka.directory(), clock);
    var topic = new CommandTopic(publisher, names.requests());
    var answer = new StoredAnswer(inflight, http.writers());

    var schedule = new ScheduleJob(request, intake, topic, answer);
    var cancel = new CancelJob(topic, answer);
    var probes = new Probes(readiness, metrics);
    var server = http.start(config -> Routes.add(config.routes, schedule, cancel, probes));
    LOG.info("Serving: host={} port={}", settings.host(), server.port());
    warnWhenOpen(settings.host());
    return new Gateway(server, readiness, kafka);
  }

  /** The port that is bound. */
  public int port() {
    return server.port();
  }

  /**
   * Stops: not ready, no new calls, answers in flight up to the grace, then Kafka. Returns when all
   * is closed; a second call does nothing.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      readiness.drain();
      LOG.info("Draining: waiting for answers in flight");
      HttpServer.stop(server);
      kafka.close();
      LOG.info("Stopped");
    }
  }

  private static void warnWhenOpen(String host) {
    if (!new InetSocketAddress(host, 0).getAddress().isLoopbackAddress()) {
      LOG.warn(
          "Anybody who reaches this address may schedule and cancel: there are no tokens."
              + " host={}",
          host);
    }
  }
}
