package io.delaygate.gateway.access;

import io.javalin.security.RouteRole;

/** Whose a route is, where it is not everybody's. */
public enum RouteScope implements RouteRole {
  /** About the whole installation: there is no such path for callers of a namespace. */
  INSTALLATION
}
