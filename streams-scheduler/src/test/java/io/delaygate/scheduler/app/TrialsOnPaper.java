package io.delaygate.scheduler.app;

import io.delaygate.scheduler.outbound.OutgoingRecord;
import io.delaygate.scheduler.outbound.Trials;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.schemas.contract.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Trials that begin as usual, and end when a test says so. */
final class TrialsOnPaper implements Trials {
  private final CircuitBreaker breaker;
  private final List<JobId> begun = new ArrayList<>();
  private final List<TopicPartition> ofOthers = new ArrayList<>();

  TrialsOnPaper(CircuitBreaker breaker) {
    this.breaker = breaker;
  }

  List<JobId> begun() {
    return begun;
  }

  /** Partitions to which replies, events and dead letters were sent as trials. */
  List<TopicPartition> ofOthers() {
    return ofOthers;
  }

  @Override
  public boolean begin(Record<byte[], OutgoingRecord> record, @Nullable JobId job, long nowMs) {
    var partition = Objects.requireNonNull(record.value().partition());
    var at = new TopicPartition(record.value().topic(), partition);
    return breaker.beginTrial(at, job, nowMs) && (job == null ? ofOthers.add(at) : begun.add(job));
  }

  @Override
  public void ended(JobId job) {
    breaker.ended(job);
  }
}
