package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.schemas.job.JobState;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** State of a job of a queue, with the name that callers of queues use. */
public enum QueueJobState {
  /** Not due yet, or waiting for its next attempt. */
  DELAYED(JobState.SCHEDULED),
  /** Due, and held up: the queue is paused, or its topic takes no records. */
  PARKED(JobState.PARKED),
  /** Waiting for a worker. */
  READY(JobState.READY),
  /** Reserved by a worker. */
  RESERVED(JobState.RESERVED),
  /** Given up: a dead letter. */
  DEAD(JobState.DEAD);

  private final JobState job;

  QueueJobState(JobState job) {
    this.job = job;
  }

  /**
   * Reads a state.
   *
   * @throws ProblemException 400 for any other word
   */
  public static QueueJobState of(String text) {
    return Arrays.stream(values())
        .filter(state -> state.text().equals(text))
        .findFirst()
        .orElseThrow(() -> FieldReader.invalid("state", "must be one of " + all()));
  }

  /** The name that callers use. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The scheduler's state. */
  public JobState job() {
    return job;
  }

  private static String all() {
    return Arrays.stream(values()).map(QueueJobState::text).collect(Collectors.joining(", "));
  }
}
