/**
 * What namespaces and their tokens may use at most.
 *
 * <p>In: who calls, what is decided about them, and how many gateways there are. Out: the call goes
 * on, or ends with 429. What always holds: each gateway lets through its part, a bound divided by
 * the gateways that are alive, so that a load spread evenly meets the bound and one that is not
 * meets less of it; nobody waits for a count; who has no bound costs nothing.
 */
@NullMarked
package io.delaygate.gateway.usage;

import org.jspecify.annotations.NullMarked;
