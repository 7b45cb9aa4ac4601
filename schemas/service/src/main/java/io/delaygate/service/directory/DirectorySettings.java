package io.delaygate.service.directory;

import java.time.Duration;

/**
 * Settings of the topic directory.
 *
 * @param refreshEvery how often topics in use are read again in the background
 * @param timeout how long one question to the brokers may take; callers that wait for an answer
 *     wait no longer
 * @param defaultMaxMessageBytes used where the right to read topic configurations is missing
 */
public record DirectorySettings(
    Duration refreshEvery, Duration timeout, int defaultMaxMessageBytes) {
  /** At most a second of staleness, as in the design; Kafka's default message size. */
  public static final DirectorySettings DEFAULT =
      new DirectorySettings(Duration.ofSeconds(1), Duration.ofSeconds(1), 1_048_588);
}
