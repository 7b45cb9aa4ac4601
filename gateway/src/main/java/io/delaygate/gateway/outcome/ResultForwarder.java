package io.delaygate.gateway.outcome;

import io.delaygate.gateway.payload.FeedbackRequest;
import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import io.delaygate.service.logging.LogKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwarder of the results of finished jobs to the topic of replies, for callers at any gateway.
 * Thread-safe.
 */
public final class ResultForwarder {
  private static final Logger LOG = LoggerFactory.getLogger(ResultForwarder.class);

  private final String topic;
  private final TopicDirectory directory;
  private final Duration most;
  private final CommandPublisher publisher;

  /**
   * Creates a forwarder.
   *
   * @param topic of replies
   * @param directory of topics, which knows that topic
   * @param most longest wait for the brokers when they have to be asked
   */
  public ResultForwarder(
      String topic, TopicDirectory directory, Duration most, CommandPublisher publisher) {
    this.topic = topic;
    this.directory = directory;
    this.most = most;
    this.publisher = publisher;
  }

  /**
   * The address of the caller that waits for the result; empty for none. The address behind a lease
   * comes from the worker. It is ignored if the topic is not known to have its partition: the
   * scheduler would reject the command, and the producer would wait for the partition to appear.
   */
  Optional<ReplyAddress> place(FeedbackRequest draft) {
    return Optional.ofNullable(draft.replyTo())
        .flatMap(ReplyAddress::parse)
        .filter(to -> to.partition() < partitions());
  }

  /** The command headers that ask the scheduler for a reply to that address. */
  List<Header> headers(ReplyAddress to) {
    return to.headers(topic);
  }

  /**
   * Sends the result of a finished job to that address; may block. If the result is lost with this
   * gateway, the waiting caller gets the answer of a time-out.
   */
  void forward(JobId id, ReplyAddress to, CommandResult.Decided done) {
    var correlation =
        new RecordHeader(
            DelayHeader.CORRELATION_ID.headerName(),
            to.correlationId().getBytes(StandardCharsets.US_ASCII));
    var reply =
        new ProducerRecord<>(
            topic, to.partition(), id.bytes(), ReplyRecord.finished(done), List.of(correlation));
    var unused =
        publisher
            .publish(reply)
            .thenAccept(
                published -> {
                  if (!(published instanceof PublishResult.Stored)) {
                    LOG.atWarn()
                        .addKeyValue(LogKey.WHY.key(), published.label())
                        .log("A result did not reach who waits for it");
                  }
                });
  }

  private int partitions() {
    directory.await(List.of(topic), most);
    return directory.status(topic) instanceof TopicStatus.Writable known ? known.partitions() : 0;
  }
}
