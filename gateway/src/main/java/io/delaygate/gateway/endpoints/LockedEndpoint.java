package io.delaygate.gateway.endpoints;

import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.EndpointControl;

/**
 * Endpoint whose secrets this gateway cannot open. It is shown with the reason, and not called.
 *
 * @param obstacle the reason, and what to do, for users
 */
public record LockedEndpoint(EndpointName name, EndpointControl control, String obstacle)
    implements KnownEndpoint {}
