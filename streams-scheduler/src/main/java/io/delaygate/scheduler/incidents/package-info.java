/**
 * Recent incidents of one instance, in bounded memory: rejected commands, dead letters, alarms and
 * lost positions.
 *
 * <p>In: events of stream threads. Out: counts of the last minutes, and the rejection of an id, for
 * answers to queries and for the log. Invariants: nothing here is stored, so a restart begins at
 * zero; each bound has a number; a stream thread never waits for a reader.
 */
@NullMarked
package io.delaygate.scheduler.incidents;

import org.jspecify.annotations.NullMarked;
