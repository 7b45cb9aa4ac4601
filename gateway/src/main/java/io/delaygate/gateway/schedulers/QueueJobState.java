package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.schemas.job.JobState;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What state a job of a queue is in, in the words of queues. */
public enum QueueJobState {
  /** Not due yet, or waiting for its next attempt. */
  DELAYED(JobState.SCHEDULED),
  /** Due, and held up: the queue is paused, or its topic takes no records. */
  PARKED(JobState.PARKED),
  /** Waiting for a worker. */
  READY(JobState.READY),
  /** In the hands of a worker. */
  RESERVED(JobState.RESERVED),
  /** Given up. */
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

  /** As callers write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What the scheduler calls it. */
  public JobState job() {
    return job;
  }

  private static String all() {
    return Arrays.stream(values()).map(QueueJobState::text).collect(Collectors.joining(", "));
  }
}
