package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** What one scheduler instance said to one question. */
public sealed interface SchedulerReply {
  /** It has an answer. */
  record Found(JsonNode json) implements SchedulerReply {}

  /** It looked, and there is no such job. */
  record Missing(JsonNode json) implements SchedulerReply {}

  /**
   * It does not hold these partitions.
   *
   * @param partitions which; empty when it did not say
   */
  record NotHere(Set<Integer> partitions) implements SchedulerReply {}

  /** It would answer, but too many scans run there: in a moment they will have ended. */
  record Busy() implements SchedulerReply {}

  /** It cannot answer now: restoring, out of reach, or what it sent is no answer. */
  record Away(String why) implements SchedulerReply {}

  /** It does not understand the question. */
  record NotUnderstood(String detail) implements SchedulerReply {}
}
