package io.delaygate.gateway.endpoints;

import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.EndpointControl;

/** Endpoint that has a record: one that can be called, or one whose secrets do not open. */
public sealed interface KnownEndpoint permits Endpoint, LockedEndpoint {
  /** Its name and namespace. */
  EndpointName name();

  /** Its record. */
  EndpointControl control();
}
