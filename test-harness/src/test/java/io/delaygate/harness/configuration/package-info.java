/**
 * Tests of the documents about the settings of both services.
 *
 * <p>In: the definitions in the code. Out: settings pages and sample files, or a failed test if
 * these differ. Invariant: each setting has a meaning and a reason.
 */
@NullMarked
package io.delaygate.harness.configuration;

import org.jspecify.annotations.NullMarked;
