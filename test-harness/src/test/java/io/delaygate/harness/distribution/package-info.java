/**
 * Tests of what users get: the archives and the images.
 *
 * <p>In: the archives that {@code package} has put into the modules' {@code target}, and with
 * {@code -Pimage} the images. Out: checks of their content, and services started from them by their
 * own scripts. Invariant: no test uses the build's class path for them, so that anything missing in
 * an archive is noticed. The tests are tagged {@code distribution} and run by {@code verify}, after
 * all others.
 */
@NullMarked
package io.delaygate.harness.distribution;

import org.jspecify.annotations.NullMarked;
