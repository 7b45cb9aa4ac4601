package io.delaygate.gateway.access;

import io.javalin.security.RouteRole;

/**
 * Restriction of a route to callers of the installation, which are those of the default namespace.
 */
public enum RouteScope implements RouteRole {
  /** Only callers of the installation: callers of a namespace get 404. */
  INSTALLATION
}
