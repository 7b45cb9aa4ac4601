package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** Reply of one scheduler instance to one query. */
public sealed interface SchedulerReply {
  /** It has an answer. */
  record Found(JsonNode json) implements SchedulerReply {}

  /** It has no such job. */
  record Missing(JsonNode json) implements SchedulerReply {}

  /**
   * It does not hold these partitions.
   *
   * @param partitions which; empty when it did not say
   */
  record NotHere(Set<Integer> partitions) implements SchedulerReply {}

  /** It is busy: too many scans run there, which will have ended in a moment. */
  record Busy() implements SchedulerReply {}

  /** It cannot answer now: it restores, is out of reach, or sent an answer that is not valid. */
  record Away(String why) implements SchedulerReply {}

  /** It does not understand the query. */
  record NotUnderstood(String detail) implements SchedulerReply {}
}
