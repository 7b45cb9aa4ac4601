package io.delaygate.gateway.control;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FieldReader;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rule for rates: the partitions of the topic of commands share a rate, and each must get its part.
 *
 * @param partitions of the topic of commands; may end the call with a problem when it is not known
 */
public record RateRule(IntSupplier partitions) {
  /** In so many seconds each partition must get one delivery, or its jobs would never leave. */
  private static final int WINDOW_SECONDS = 10;

  /**
   * Checks a rate.
   *
   * @param perSecond deliveries a second, null for no limit
   * @throws ProblemException 400 if it is too low to be shared
   */
  public void check(String field, @Nullable Integer perSecond) {
    if (perSecond == null) {
      return;
    }
    var number = partitions.getAsInt();
    if ((long) perSecond * WINDOW_SECONDS < number) {
      throw FieldReader.invalid(
          field,
          "%d a second cannot be split over %d partitions; the rate must be at least %d"
              .formatted(perSecond, number, (number + WINDOW_SECONDS - 1) / WINDOW_SECONDS));
    }
  }
}
