package io.delaygate.gateway.access;

import io.javalin.security.RouteRole;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a call needs, and what a token allows: its own calls, and those of all roles before it. */
public enum Role implements RouteRole {
  /** Calls that need no token. */
  OPEN,
  /** Looking at jobs, counts, decisions and metrics. */
  READ,
  /** Scheduling and changing jobs. */
  WRITE,
  /** Deciding about targets: everybody's jobs are affected. */
  ADMIN;

  /** The role of a token, as it is written in the file of tokens; there is none for open calls. */
  public static Optional<Role> ofToken(String text) {
    return Arrays.stream(values())
        .filter(role -> role != OPEN && role.text().equals(text))
        .findFirst();
  }

  /** As it is written. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean allows(Role needed) {
    return compareTo(needed) >= 0;
  }
}
