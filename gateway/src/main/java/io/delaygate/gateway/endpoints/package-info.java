/**
 * HTTP endpoints of namespaces: their records on {@code delay-control}, their secrets, and the
 * calls that make and show them.
 *
 * <p>In: calls of a namespace's administrators, and the records read from {@code delay-control}.
 * Out: records of that topic, endpoints as JSON without secrets, and endpoints with their secrets
 * for the gateway that calls them. Guarantees: a secret leaves this package only for a call of the
 * endpoint, except that the answer that makes a signing secret shows it once; the control topic has
 * secrets only sealed by a key that is not in Kafka; a sealed secret is bound to the name of its
 * endpoint and to scheme, host and port of its URL, and opens for no other.
 */
@NullMarked
package io.delaygate.gateway.endpoints;

import org.jspecify.annotations.NullMarked;
