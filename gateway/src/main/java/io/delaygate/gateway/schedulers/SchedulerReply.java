package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
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

  /** It does not know the query, or a value in it: it runs another version. */
  record NotUnderstood() implements SchedulerReply {}

  /**
   * The problem of a call when a scheduler's answer does not have what this version asked for,
   * which another version gave.
   */
  static ProblemException otherVersion() {
    return new ProblemException(
        ReasonCode.QUERY_UNAVAILABLE,
        "a scheduler runs another version, and the gateway does not understand its answer; try"
            + " again when the upgrade has ended");
  }
}
