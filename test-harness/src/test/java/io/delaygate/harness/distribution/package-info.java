/**
 * What users get, as they get it.
 *
 * <p>In: the archives that {@code package} left in the modules' {@code target}, and with {@code
 * -Pimage} the images. Out: checks of what is in them, and services started from them by their own
 * scripts. What always holds: nothing here sees the build's class path, so that what is missing in
 * an archive is missed. The tests are tagged {@code distribution} and run by {@code verify}, after
 * all else.
 */
@NullMarked
package io.delaygate.harness.distribution;

import org.jspecify.annotations.NullMarked;
