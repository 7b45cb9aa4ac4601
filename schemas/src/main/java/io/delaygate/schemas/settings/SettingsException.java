package io.delaygate.schemas.settings;

/** The configuration cannot be used; the message names every fault. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message for the operator. */
  public SettingsException(String message) {
    super(message);
  }
}
