/**
 * The log lines of both services, as whatever collects them reads them: out of the output of real
 * processes under the {@code logback.xml} that each service is handed out with.
 */
@NullMarked
package io.delaygate.harness.logs;

import org.jspecify.annotations.NullMarked;
