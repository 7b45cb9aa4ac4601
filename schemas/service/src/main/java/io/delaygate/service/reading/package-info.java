/**
 * Consumer loops that live as long as a process, and consumers whose polls are bounded by bytes.
 *
 * <p>In: a way to open consumers, and what to do with one. Out: a thread that does it. Guarantees:
 * no failure ends the thread, a stop waits for no broker, and a poll unpacks no more than its bound
 * and one record.
 */
@NullMarked
package io.delaygate.service.reading;

import org.jspecify.annotations.NullMarked;
