package io.delaygate.service.settings;

import java.util.List;
import java.util.stream.Collectors;

/** Exception for settings that cannot be used; the message names every fault. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with a message for the operator. */
  public SettingsException(String message) {
    super(message);
  }

  /** Reports all faults at once, sorted, one per line. */
  public static void throwIfAny(List<String> faults) {
    if (!faults.isEmpty()) {
      throw new SettingsException(
          faults.stream()
              .sorted()
              .collect(Collectors.joining("\n  ", "The settings cannot be used:\n  ", "")));
    }
  }
}
