/**
 * Who may call what.
 *
 * <p>In: a call whose route is known, and the file of tokens. Out: the call goes on, or ends with
 * 401 or 403 before anybody looks at its body. What always holds: this is the only place that
 * decides it; a route that names no role is the administrators'; how long a refusal takes says
 * nothing of any token; tokens are kept as hashes and are in no log.
 */
@NullMarked
package io.delaygate.gateway.access;

import org.jspecify.annotations.NullMarked;
