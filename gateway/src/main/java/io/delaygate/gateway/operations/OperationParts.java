package io.delaygate.gateway.operations;

import io.delaygate.gateway.control.ControlCache;
import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.service.background.BackgroundFailures;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Parts that all operations of one installation share.
 *
 * @param known decisions in force, and the clock
 * @param surroundings of this gateway
 */
public record OperationParts(
    OperationNotes notes,
    OperationWriter writer,
    ControlCache known,
    Map<OperationKind, OperationWork> works,
    Surroundings surroundings) {
  /** The parts with a writer to that topic. */
  public static OperationParts of(
      OperationNotes notes,
      ControlWriter topic,
      ControlCache known,
      Map<OperationKind, OperationWork> works,
      Surroundings surroundings) {
    return new OperationParts(notes, new OperationWriter(topic), known, works, surroundings);
  }

  /**
   * Surroundings of a gateway.
   *
   * @param gateway its name, for people
   * @param ticker monotonic nanoseconds
   * @param random makes ids and tokens; thread-safe
   * @param counted called with the outcomes of jobs
   */
  public record Surroundings(
      String gateway,
      LongSupplier ticker,
      RandomGenerator random,
      BackgroundFailures failures,
      Counted counted) {}

  /** Counter of the outcomes of jobs. */
  @FunctionalInterface
  public interface Counted {
    /** Counts jobs of operations by their outcome. */
    void add(OperationKind kind, String outcome, long jobs);
  }
}
