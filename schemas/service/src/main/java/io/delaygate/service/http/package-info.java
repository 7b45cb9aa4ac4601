/**
 * HTTP ports that neither slow nor many callers can block, nor pages of other sites call, for both
 * services.
 *
 * <p>In: connections and calls of anybody. Out: calls that have arrived, as many at a time as a
 * port may have. What always holds: a connection is ended if its call does not arrive in time, a
 * new connection is accepted even where as many are open as may be, and probes are answered
 * whatever other callers do. A {@code SiteRule} decides where callers are asked for nothing.
 */
@NullMarked
package io.delaygate.service.http;

import org.jspecify.annotations.NullMarked;
