/**
 * Trial of a rolling upgrade from an earlier commit.
 *
 * <p>In: a commit of the history. Out: which promise of the product its upgrade to the present tree
 * has broken. What always holds: all processes of a run end with it, and all times are of one
 * clock, that of the machine on which everything runs.
 */
@NullMarked
package io.delaygate.harness.upgrade;

import org.jspecify.annotations.NullMarked;
