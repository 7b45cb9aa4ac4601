/**
 * Reading a topic of ours for as long as a process lives.
 *
 * <p>In: a way to open consumers, and what to do with one. Out: a thread that does it. What always
 * holds: no failure ends the thread, and a stop waits for no broker.
 */
@NullMarked
package io.delaygate.schemas.reading;

import org.jspecify.annotations.NullMarked;
