/**
 * What must hold for the whole repository, whoever adds to it: {@link
 * io.delaygate.harness.architecture.ArchitectureTest} reads the compiled classes of all modules,
 * {@link io.delaygate.harness.architecture.TidyTest} the files, {@link
 * io.delaygate.harness.architecture.LogCallsTest} what they log.
 *
 * <p>Each rule's message says what to do instead. A rule that stands in the way is changed here,
 * for everybody; there is no list of exceptions.
 */
@NullMarked
package io.delaygate.harness.architecture;

import org.jspecify.annotations.NullMarked;
