/**
 * Words of the contract: header names, operations, outcomes, events, job ids, reason codes and
 * limits.
 *
 * <p>In: nothing. Out: constants and value types that every module and every client relies on.
 * Guarantees: a name or code that was once released keeps its meaning; the header and reason tables
 * of the README are checked against these classes by a test.
 */
@NullMarked
package io.delaygate.schemas.contract;

import org.jspecify.annotations.NullMarked;
