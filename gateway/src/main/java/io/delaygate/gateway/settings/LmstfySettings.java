package io.delaygate.gateway.settings;

import java.util.Set;

/**
 * Ports for clients of lmstfy, and the names of the gateway's own pool there.
 *
 * @param port for calls about queues: 0 for any that is free, -1 for none
 * @param adminPort for calls of administrators, the same
 * @param ownNames that clients may use for the gateway's own installation
 */
public record LmstfySettings(int port, int adminPort, Set<String> ownNames) {
  /** Whether neither port is served. */
  boolean isOff() {
    return port < 0 && adminPort < 0;
  }
}
