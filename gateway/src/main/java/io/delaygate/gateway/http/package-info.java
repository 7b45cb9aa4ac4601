/**
 * HTTP layer without the gateway's features: Jetty and its handlers, TLS, raw paths, parameters,
 * bodies, problems, asynchronous answers, trace ids and the OpenAPI document.
 *
 * <p>In: connections and bytes. Out: a call with its checked path, parameters and body, and
 * answers; errors as {@code application/problem+json} (RFC 9457). Guarantees: nothing is decoded
 * leniently; no body larger than its limit is held in memory; every error has a reason code, and
 * none holds a stack trace or a payload; every call has an id, and nothing malformed is echoed,
 * logged or passed on. This package knows no other package of the gateway but {@code settings}.
 */
@NullMarked
package io.delaygate.gateway.http;

import org.jspecify.annotations.NullMarked;
