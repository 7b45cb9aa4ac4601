package io.delaygate.scheduler.outbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.control.ThresholdExceeded;
import io.delaygate.scheduler.view.JobView;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.KnownJob;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Factory of event records, for the kinds of events that are wanted. If the topic of events cannot
 * take an event, the event is dropped, never a job: see {@link
 * io.delaygate.scheduler.outbound.Sinks#event}. Thread-safe.
 */
public final class JobEvents {
  private final String topic;
  private final Set<JobEvent> wanted;
  private final Supplier<String> instance;

  /**
   * Events for a topic.
   *
   * @param instance name of this scheduler, which each event says in a header
   */
  public JobEvents(String topic, Set<JobEvent> wanted, Supplier<String> instance) {
    this.topic = topic;
    this.wanted = Set.copyOf(wanted);
    this.instance = instance;
  }

  /** Name of this scheduler. */
  public Supplier<String> instance() {
    return instance;
  }

  /**
   * The record of an event; empty when the event is not wanted.
   *
   * @param by author of the change
   */
  public Optional<Record<byte[], OutgoingRecord>> of(
      JobEvent event, KnownJob job, Actor by, long nowMs) {
    return isSent(event)
        ? Optional.of(record(json(event, job, nowMs), job.id().bytes(), by, nowMs))
        : Optional.empty();
  }

  /** The record of a delivery. */
  public Optional<Record<byte[], OutgoingRecord>> delivered(
      KnownJob job, long latenessMs, long nowMs) {
    return isSent(JobEvent.DELIVERED)
        ? Optional.of(
            record(
                json(JobEvent.DELIVERED, job, nowMs).put("latenessMs", latenessMs),
                job.id().bytes(),
                Actor.SCHEDULER,
                nowMs))
        : Optional.empty();
  }

  /** The record of an alarm; empty when alarms are not wanted. */
  public Optional<Record<byte[], OutgoingRecord>> alarm(ThresholdExceeded passed, long nowMs) {
    if (!isSent(JobEvent.ALARM)) {
      return Optional.empty();
    }
    var json = begin(JobEvent.ALARM, nowMs);
    json.put("topic", passed.topic());
    json.put("deadLetters", passed.deadLetters()).put("failures", passed.failures());
    json.put("windowMs", passed.alarm().windowMs());
    var key = passed.topic().getBytes(StandardCharsets.UTF_8);
    return Optional.of(record(json, key, Actor.SCHEDULER, nowMs));
  }

  private boolean isSent(JobEvent event) {
    return wanted.contains(event);
  }

  private static ObjectNode json(JobEvent event, KnownJob job, long nowMs) {
    return begin(event, nowMs).set("job", JobView.of(job));
  }

  private static ObjectNode begin(JobEvent event, long nowMs) {
    return JsonNodeFactory.instance.objectNode().put("event", event.name()).put("atMs", nowMs);
  }

  private Record<byte[], OutgoingRecord> record(ObjectNode json, byte[] key, Actor by, long nowMs) {
    var value = json.toString().getBytes(StandardCharsets.UTF_8);
    var outgoing = new OutgoingRecord(topic, null, value);
    var headers = new RecordHeaders();
    headers.add(TextHeader.of(DelayHeader.JOB_ACTOR, by.name()));
    headers.add(TextHeader.of(DelayHeader.JOB_INSTANCE, instance.get()));
    return new Record<>(key, outgoing, nowMs, headers);
  }
}
