package io.delaygate.gateway.publish;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.CommandId;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Actor;
import io.delaygate.service.actor.ActorClaims;
import io.delaygate.service.actor.Message;
import io.delaygate.service.directory.TargetCheck;
import io.delaygate.service.directory.TopicStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Sender of commands to the partition of their job, and of the gateway's other records; counts all
 * of them. The partition of a command follows from the id and is named in the record, so that no
 * partitioner setting can send a cancel past its schedule.
 */
public final class CommandRouter {
  private static final String CONTROL = "control";

  private final CommandPublisher publisher;
  private final String name;
  private final Supplier<TopicStatus> status;
  private final Signer signer;
  private final RecentPublishes recentPublishes;
  private final BiConsumer<String, PublishResult> counted;
  private final AtomicInteger turn = new AtomicInteger();
  private volatile int known;

  /**
   * Sends to a topic.
   *
   * @param signer says for whom commands are sent
   * @param recentPublishes records the stored jobs of queues
   * @param counted called for each record, with its operation and its result
   */
  public CommandRouter(
      CommandPublisher publisher,
      CommandTopic topic,
      Signer signer,
      RecentPublishes recentPublishes,
      BiConsumer<String, PublishResult> counted) {
    this.publisher = publisher;
    this.recentPublishes = recentPublishes;
    this.name = topic.name();
    this.status = topic.status();
    this.signer = signer;
    this.counted = counted;
  }

  /**
   * Topic of commands.
   *
   * @param status known status of the topic; must not wait
   */
  public record CommandTopic(String name, Supplier<TopicStatus> status) {}

  /**
   * Signer of commands, which tells schedulers for whom they are sent.
   *
   * @param clock epoch milliseconds
   */
  public record Signer(ActorClaims claims, LongSupplier clock) {
    private List<Header> signed(
        Actor by, byte @Nullable [] key, List<Header> headers, byte @Nullable [] value) {
      return claims.signed(by, new Message(key, headers, value), clock.getAsLong());
    }
  }

  /**
   * Refuses a command that is known to be too large for the topic, before the other commands of the
   * same call are sent.
   *
   * @throws ProblemException 413
   */
  public void checkSize(JobId id, List<Header> headers, byte @Nullable [] value) {
    var bytes =
        TargetCheck.bytes(
            new ProducerRecord<>(name, null, id.bytes(), value, CommandId.naming(id, headers)));
    if (status.get() instanceof TopicStatus.Writable open && bytes > open.maxMessageBytes()) {
      throw new ProblemException(new PublishResult.TooLarge(name).problem());
    }
  }

  /**
   * Sends a command for a job.
   *
   * @param by author of the command
   * @throws ProblemException 503 when the topic cannot be seen; 400 when the id is a generated one
   *     of a partition that does not exist
   */
  public CompletableFuture<PublishResult> send(
      Actor by, JobId id, List<Header> headers, byte @Nullable [] value) {
    var named = CommandId.naming(id, headers);
    var signed = signer.signed(by, id.bytes(), named, value);
    var record = new ProducerRecord<>(name, partition(id), id.bytes(), value, signed);
    return noteRecent(headers, publish(record));
  }

  /**
   * Sends a command record as it is, without the headers that {@link #send} may add.
   *
   * @param by author of the command from now on
   * @param id the job that the command names; null if it gets its id from where it is stored, which
   *     is any partition
   * @param command that {@link CommandParser} understands
   * @throws ProblemException as {@link #send} does
   */
  public CompletableFuture<PublishResult> forward(
      Actor by, @Nullable JobId id, CommandRecord command) {
    var partition =
        id == null ? Math.floorMod(turn.getAndIncrement(), partitions()) : partition(id);
    var headers = command.headers();
    var signed = signer.signed(by, command.key(), headers, command.value());
    var record = new ProducerRecord<>(name, partition, command.key(), command.value(), signed);
    return noteRecent(headers, publish(record, CommandParser.operation(command).text()));
  }

  private int partition(JobId id) {
    var partitions = partitions();
    return id.partition(partitions)
        .orElseThrow(
            () ->
                ProblemException.at(
                    "id",
                    ReasonCode.ID_INVALID,
                    "the job does not exist: the topic of commands has %d partitions"
                        .formatted(partitions)));
  }

  private CompletableFuture<PublishResult> noteRecent(
      List<Header> headers, CompletableFuture<PublishResult> sent) {
    return sent.thenApply(
        published -> {
          if (published instanceof PublishResult.Stored stored) {
            recentPublishes.add(headers, stored);
          }
          return published;
        });
  }

  /** Sends a decision or a reply to its own topic, and counts it. */
  public CompletableFuture<PublishResult> publish(ProducerRecord<byte[], byte[]> record) {
    return publish(record, op(record));
  }

  private CompletableFuture<PublishResult> publish(
      ProducerRecord<byte[], byte[]> record, String op) {
    return publisher
        .publish(record)
        .thenApply(
            published -> {
              counted.accept(op, published);
              return published;
            });
  }

  /** Each command names its operation in a header; a record without it counts as a decision. */
  private static String op(ProducerRecord<byte[], byte[]> record) {
    var header = record.headers().lastHeader(DelayHeader.OP.headerName());
    return header == null ? CONTROL : new String(header.value(), StandardCharsets.UTF_8);
  }

  /**
   * Number of partitions of the topic.
   *
   * @throws ProblemException 503 when it is not known now
   */
  public int partitions() {
    known =
        publisher
            .partitions()
            .orElseThrow(
                () ->
                    new ProblemException(
                        ReasonCode.UNAVAILABLE,
                        "the topic of commands is not available now; nothing was stored"));
    return known;
  }

  /** Number of partitions at the last command; 0 before the first. Never waits. */
  public int knownPartitions() {
    return known;
  }
}
