/**
 * Tests of the console in a real browser, with a real installation.
 *
 * <p>In: the system's chromium, a scheduler and a gateway in this JVM. Out: assertions on pages and
 * on the effect of each action in Kafka, and the screenshots of the documents. Invariants: no page
 * calls another address, writes an error to the browser's console, breaks its own
 * Content-Security-Policy or opens a window of the browser's own.
 */
@NullMarked
package io.delaygate.harness.console;

import org.jspecify.annotations.NullMarked;
