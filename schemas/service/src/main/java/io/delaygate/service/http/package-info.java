/**
 * Protected HTTP ports of both services, which slow clients, many clients and pages of other sites
 * cannot block or misuse.
 *
 * <p>In: connections and calls of any client. Out: calls that have arrived, as many at a time as a
 * port may have. Guarantees: a connection is ended if its call does not arrive in time, a new
 * connection is accepted even where as many are open as may be, and probes are answered whatever
 * other callers do. A {@code SiteRule} protects ports that ask for no token or secret.
 */
@NullMarked
package io.delaygate.service.http;

import org.jspecify.annotations.NullMarked;
