/**
 * What is written down about the settings of both services.
 *
 * <p>In: the definitions in the code. Out: their pages of settings and sample files, or a test that
 * fails because these differ. What always holds: each setting has a meaning and a reason.
 */
@NullMarked
package io.delaygate.harness.configuration;

import org.jspecify.annotations.NullMarked;
