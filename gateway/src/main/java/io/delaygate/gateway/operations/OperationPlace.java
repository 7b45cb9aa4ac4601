package io.delaygate.gateway.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Place up to which an operation has come.
 *
 * @param cursor behind the last job that was handled or planned; null at the beginning
 * @param isLast whether nothing is behind the cursor
 * @param planned jobs before the cursor that are about to be changed, and may have been
 */
public record OperationPlace(@Nullable String cursor, boolean isLast, List<PlannedJob> planned) {
  /** The beginning. */
  static final OperationPlace BEGIN = new OperationPlace(null, false, List.of());

  /** Makes an immutable copy. */
  public OperationPlace {
    planned = List.copyOf(planned);
  }

  /** The same place with another plan. */
  OperationPlace with(List<PlannedJob> plan) {
    return new OperationPlace(cursor, isLast, plan);
  }

  /** Whether everything is handled. */
  public boolean isEnd() {
    return isLast && planned.isEmpty();
  }
}
