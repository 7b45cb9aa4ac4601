/**
 * Tests of the log lines of both services, as collectors read them: in the output of real processes
 * with the {@code logback.xml} of each service.
 */
@NullMarked
package io.delaygate.harness.logs;

import org.jspecify.annotations.NullMarked;
