/**
 * Fuzzer of the HTTP calls that the OpenAPI document of a gateway lists.
 *
 * <p>In: gateways, the document that they serve, and a seed. Out: findings, which are answers that
 * the document does not allow. Invariant: a call depends only on the seed, its number and earlier
 * answers.
 */
@NullMarked
package io.delaygate.harness.fuzz;

import org.jspecify.annotations.NullMarked;
