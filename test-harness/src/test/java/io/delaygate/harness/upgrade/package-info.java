/**
 * Trial of a rolling upgrade from an earlier commit.
 *
 * <p>In: a commit of the history. Out: the promises of the product that its upgrade to the present
 * code breaks. Invariants: all processes of a run end with it, and all times are of one clock, that
 * of the machine on which everything runs.
 */
@NullMarked
package io.delaygate.harness.upgrade;

import org.jspecify.annotations.NullMarked;
