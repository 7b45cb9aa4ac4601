/**
 * Control of targets: pause, release rate, defaults of jobs, alarm on failures.
 *
 * <p>In: calls of operators, and what was read of {@code delay-control}. Out: records of that
 * topic, and what is decided as JSON. What always holds: a decision is a record that anybody could
 * have written, and counts as made when all in-sync replicas have it; schedulers and gateways act
 * on it when they have read it, a moment later; before the first reading nothing is decided here,
 * and no job is judged that defaults might be for.
 */
@NullMarked
package io.delaygate.gateway.control;

import org.jspecify.annotations.NullMarked;
