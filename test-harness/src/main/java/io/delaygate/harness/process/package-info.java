/**
 * Services as child JVMs, for tests that crash or measure them.
 *
 * <p>In: settings as arguments. Out: the service's own main. Invariant: a child ends with the JVM
 * that started it, so that a test run leaves nothing behind.
 */
@NullMarked
package io.delaygate.harness.process;

import org.jspecify.annotations.NullMarked;
