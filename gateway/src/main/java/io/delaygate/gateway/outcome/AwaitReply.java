package io.delaygate.gateway.outcome;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.settings.OutcomeSettings;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Outcomes by way of the topic of replies. */
public final class AwaitReply implements Outcomes, AutoCloseable {
  private final CommandTopic commands;
  private final OutcomeSettings settings;
  private final Waiters waiters;
  private final ReplyReader reader;

  /**
   * Waits for nothing before {@link #start}.
   *
   * @param replies opens consumers that are {@code read_committed} and belong to no group
   * @param random chooses the partition, and the id of this instance
   * @param skipped told of each reply that nobody gets; must not block
   */
  public AwaitReply(
      CommandTopic commands,
      OutcomeSettings settings,
      Supplier<Consumer<byte[], byte[]>> replies,
      RandomGenerator random,
      java.util.function.Consumer<Skipped> skipped) {
    this.commands = commands;
    this.settings = settings;
    this.waiters = new Waiters(random, settings.maxWaiting());
    this.reader = new ReplyReader(settings.topic(), replies, waiters, random, skipped);
  }

  /** Begins to read replies; outcomes can be had a little later. */
  public void start() {
    reader.start();
  }

  /** How many callers wait. */
  public int waiting() {
    return waiters.count();
  }

  /** Why outcomes cannot be had now; empty when they can. */
  public Optional<String> obstacle() {
    return reader.partition().isPresent() ? Optional.empty() : Optional.of(reader.obstacle());
  }

  @Override
  public CompletableFuture<Answer> ask(JobId id, List<Header> headers, byte @Nullable [] value) {
    // first the waiter, then the look at the reader: a reader that takes a new place meanwhile
    // sees that somebody waits
    var waiter = waiters.open();
    try {
      var partition = reader.partition().orElseThrow(this::unavailable);
      var unused =
          commands
              .send(id, withReplyTo(headers, partition, waiter), value)
              .thenAccept(published -> waiter.published(published, settings.timeout()));
      return waiter.answer();
    } catch (RuntimeException | Error unsent) {
      waiter.drop();
      throw unsent;
    }
  }

  /** Stops reading and answers everybody who still waits. */
  @Override
  public void close() {
    reader.close();
    waiters.close();
  }

  private ProblemException unavailable() {
    return new ProblemException(ReasonCode.UNAVAILABLE, reader.obstacle() + "; nothing was stored");
  }

  private List<Header> withReplyTo(List<Header> headers, int partition, Waiter waiter) {
    var all = new ArrayList<>(headers);
    all.add(header(DelayHeader.REPLY_TOPIC, settings.topic()));
    all.add(header(DelayHeader.REPLY_PARTITION, Integer.toString(partition)));
    all.add(new RecordHeader(DelayHeader.CORRELATION_ID.headerName(), waiter.correlationId()));
    return all;
  }

  private static Header header(DelayHeader name, String text) {
    return new RecordHeader(name.headerName(), text.getBytes(StandardCharsets.UTF_8));
  }
}
