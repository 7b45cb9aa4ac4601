/**
 * Calls of HTTP endpoints for jobs that are due: the rules of a call, and the client that makes it.
 *
 * <p>In: an endpoint's facts, and a job of its queue. Out: a call, how it ended, and what that
 * means for the job. Guarantees: no connection is opened to an address that was not checked,
 * whatever a name resolves to later; no redirect is followed, no proxy is used, and certificates
 * are always verified; a call ends within its time-out; of an answer only the first bytes are kept;
 * the rules are pure, and only the client and the worker act.
 */
@NullMarked
package io.delaygate.gateway.push;

import org.jspecify.annotations.NullMarked;
