/**
 * The console in a real browser, over a real installation.
 *
 * <p>In: the system's chromium, a scheduler and a gateway in this JVM. Out: what a person sees,
 * what each action does in Kafka, and the pictures of the README. What always holds: no page asks
 * anything of another address, writes an error to the browser's console, breaks its own
 * Content-Security-Policy or opens a window of the browser's own.
 */
@NullMarked
package io.delaygate.harness.console;

import org.jspecify.annotations.NullMarked;
