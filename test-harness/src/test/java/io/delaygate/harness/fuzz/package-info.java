/**
 * Fuzzer of the HTTP calls that the OpenAPI document of a gateway lists.
 *
 * <p>In: gateways, the document that they serve, and a seed. Out: findings, which are answers that
 * the document does not allow. What always holds: a call follows from the seed, its number and what
 * was answered before.
 */
@NullMarked
package io.delaygate.harness.fuzz;

import org.jspecify.annotations.NullMarked;
