package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.control.ControlKey;
import io.delaygate.service.control.EndpointControl;
import io.delaygate.service.control.ResealedSecrets;
import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background task that seals the secrets of endpoints anew when the first key is another one, so
 * that the line of the old key can be removed. Thread-safe.
 *
 * <p>It never writes the record of an endpoint, which an administrator may be setting at that
 * moment: it writes {@link ResealedSecrets} beside it, which count for nothing if the endpoint was
 * set since. All gateways do so, one endpoint at a time. The one that is first is read by the
 * others within milliseconds; where two write at the same moment, either record is right.
 */
public final class Resealer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Resealer.class);
  private static final byte[] EMPTY = {};

  /** A thousand endpoints take a quarter of an hour, and no reader of the topic notices. */
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final EndpointCatalog catalog;
  private final ControlWriter writer;
  private final Duration delay;
  private final LongSupplier ticker;
  private final GuardedScheduler thread;
  private String firstKey = "";
  private long firstSince;
  private CompletableFuture<?> sent = CompletableFuture.completedFuture(true);

  /** Secrets sealed anew, as a record. */
  private record Reseal(EndpointName name, ResealedSecrets secrets) {}

  /**
   * A task that begins with {@link #start}.
   *
   * @param delay from when this gateway reads another first key: the other gateways need the time
   *     to read it too, as they cannot open what it seals before
   * @param ticker monotonic nanoseconds
   */
  public Resealer(
      EndpointCatalog catalog,
      ControlWriter writer,
      Duration delay,
      LongSupplier ticker,
      BackgroundFailures failures) {
    this.catalog = catalog;
    this.writer = writer;
    this.delay = delay;
    this.ticker = ticker;
    this.thread = new GuardedScheduler("reseal", failures);
  }

  /** Begins to look for endpoints to seal. */
  public void start() {
    thread.repeat(EVERY, EVERY, this::sealNext);
  }

  /** Number of endpoints whose secrets another key than the first has sealed. */
  public int left() {
    try {
      return (int) catalog.all().stream().flatMap(name -> old(name).stream()).count();
    } catch (ProblemException notYetRead) {
      return 0;
    }
  }

  private void sealNext() {
    if (!sent.isDone() || followFirstKey() < delay.toNanos()) {
      return;
    }
    List<EndpointName> names;
    try {
      names = catalog.all();
    } catch (ProblemException notYetRead) {
      return;
    }
    names.stream().flatMap(name -> reseal(name).stream()).findFirst().ifPresent(this::send);
  }

  /** Notes which key is the first, and since when: the nanoseconds for which it has been that. */
  private long followFirstKey() {
    var now = catalog.seal().firstKey();
    if (!now.equals(firstKey)) {
      firstKey = now;
      firstSince = ticker.getAsLong();
    }
    return ticker.getAsLong() - firstSince;
  }

  /** The record of an endpoint that another key has sealed. */
  private Optional<EndpointControl> old(EndpointName name) {
    return catalog
        .known()
        .view()
        .endpoint(name)
        .filter(control -> !catalog.seal().isOfFirstKey(control));
  }

  private Optional<Reseal> reseal(EndpointName name) {
    return old(name).flatMap(control -> reseal(name, control));
  }

  private Optional<Reseal> reseal(EndpointName name, EndpointControl control) {
    return catalog
        .seal()
        .resealed(name, control)
        .map(text -> new Reseal(name, new ResealedSecrets(own(name, control), text)));
  }

  /** The name of the sealed text in the endpoint's own record. */
  private String own(EndpointName name, EndpointControl control) {
    var former = catalog.known().view().reseals().get(name);
    return former != null && former.sealed().equals(control.sealed())
        ? former.of()
        : ResealedSecrets.name(String.valueOf(control.sealed()));
  }

  /** Sends a record; one that is not stored is sent again in the next run. */
  private void send(Reseal reseal) {
    var headers =
        List.<Header>of(
            TextHeader.of(ResealedSecrets.OF, reseal.secrets().of()),
            TextHeader.of(ResealedSecrets.SEALED, reseal.secrets().sealed()));
    sent =
        writer
            .send(Actor.GATEWAY, new ControlKey.OfReseal(reseal.name()), headers, EMPTY)
            .thenAccept(result -> log("endpoint " + reseal.name(), result));
  }

  private static void log(String endpoint, PublishResult result) {
    if (result instanceof PublishResult.Stored) {
      LOG.atInfo()
          .addKeyValue(LogKey.WHY.key(), endpoint)
          .log("Sealed the secrets of an endpoint with the first key of the file");
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
