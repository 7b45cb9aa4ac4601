/**
 * Shutdown of a service, and of a start that failed, in steps within one deadline.
 *
 * <p>In: what was opened, as steps that close it, and how long that may take. Out: everything
 * closed. Guarantees: a step that throws or blocks keeps no other from being closed, and all of
 * them together are over when the deadline is.
 */
@NullMarked
package io.delaygate.service.shutdown;

import org.jspecify.annotations.NullMarked;
