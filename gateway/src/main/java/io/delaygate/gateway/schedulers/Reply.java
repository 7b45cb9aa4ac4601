package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** What one scheduler instance said to one question. */
public sealed interface Reply {
  /** It has an answer. */
  record Found(JsonNode json) implements Reply {}

  /** It looked, and there is no such job. */
  record Missing(JsonNode json) implements Reply {}

  /**
   * It does not hold these partitions.
   *
   * @param partitions which; empty when it did not say
   */
  record NotHere(Set<Integer> partitions) implements Reply {}

  /** It would answer, but too many scans run there: in a moment they will have ended. */
  record Busy() implements Reply {}

  /** It cannot answer now: restoring, out of reach, or what it sent is no answer. */
  record Away(String why) implements Reply {}

  /** It does not understand the question. */
  record NotUnderstood(String detail) implements Reply {}
}
