/**
 * The description of the gateway's HTTP API for programs.
 *
 * <p>In: nothing. Out: an OpenAPI 3.1 document. What always holds: it names every route and every
 * error of each, which a test checks against the table of routes and the reason codes.
 */
@NullMarked
package io.delaygate.gateway.openapi;

import org.jspecify.annotations.NullMarked;
