/**
 * Access control and quotas: which caller may make a call, and how much it may use.
 *
 * <p>In: a call whose route is known, the file of tokens, the limits of namespaces and tokens, and
 * the number of gateways. Out: the call goes on, or ends with 401, 403 or 429 before its body is
 * read. Guarantees: this is the only place that decides it; a route that names no role is the
 * administrators'; the time that a refusal takes reveals nothing about any token; tokens are kept
 * as hashes and are in no log; each gateway lets its share of a limit through, which is the limit
 * divided by the gateways that are alive; no call waits for a count.
 */
@NullMarked
package io.delaygate.gateway.access;

import org.jspecify.annotations.NullMarked;
