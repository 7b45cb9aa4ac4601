/**
 * Rules for the whole repository. {@link io.delaygate.harness.architecture.ArchitectureTest} reads
 * the compiled classes of all modules, {@link io.delaygate.harness.architecture.TidyTest} the
 * files, and {@link io.delaygate.harness.architecture.LogCallsTest} the log calls.
 *
 * <p>Each rule's message says what to do instead. A rule that is wrong is changed here for the
 * whole repository, without exceptions.
 */
@NullMarked
package io.delaygate.harness.architecture;

import org.jspecify.annotations.NullMarked;
