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

/** Knows where somebody may wait for results, and takes them there. Thread-safe. */
public final class ResultForwarder {
  private static final Logger LOG = LoggerFactory.getLogger(ResultForwarder.class);

  private final String topic;
  private final TopicDirectory directory;
  private final Duration most;
  private final CommandPublisher publisher;

  /**
   * Takes results to a topic.
   *
   * @param topic of replies
   * @param directory knows that topic
   * @param most how long the brokers are waited for when they have to be asked
   */
  public ResultForwarder(
      String topic, TopicDirectory directory, Duration most, CommandPublisher publisher) {
    this.topic = topic;
    this.directory = directory;
    this.most = most;
    this.publisher = publisher;
  }

  /**
   * Where somebody waits for the result; empty for nowhere. What comes behind a lease is its
   * worker's word: of a partition that the topic is not known to have it is none, as the scheduler
   * would reject the command, and the producer would wait for the partition to appear.
   */
  Optional<ReplyAddress> place(FeedbackRequest draft) {
    return Optional.ofNullable(draft.replyTo())
        .flatMap(ReplyAddress::parse)
        .filter(to -> to.partition() < partitions());
  }

  /** Asks the scheduler for a reply to there. */
  List<Header> headers(ReplyAddress to) {
    return to.headers(topic);
  }

  /**
   * Takes the result of a finished job there; may block. If it gets lost with this gateway, who
   * waits is told in the end that nobody answered.
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
