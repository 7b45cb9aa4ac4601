package io.delaygate.gateway.access;

import io.javalin.security.RouteRole;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Role that a route needs and a token has. It allows its own calls, and those of all roles before
 * it.
 */
public enum Role implements RouteRole {
  /** Calls that need no token. */
  OPEN,
  /** Looking at jobs, counts, decisions and metrics. */
  READ,
  /** Scheduling and changing jobs. */
  WRITE,
  /** Deciding about targets: the jobs of all callers are affected. */
  ADMIN;

  /** The role of a token, as it is written in the file of tokens; empty for open calls. */
  public static Optional<Role> ofToken(String text) {
    return Arrays.stream(values())
        .filter(role -> role != OPEN && role.text().equals(text))
        .findFirst();
  }

  /** The role as it is written. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean allows(Role needed) {
    return compareTo(needed) >= 0;
  }
}
