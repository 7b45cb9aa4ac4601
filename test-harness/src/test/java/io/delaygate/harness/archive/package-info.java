/**
 * Tests of the archive of events: Kafka Connect copies them to PostgreSQL, as the document says.
 *
 * <p>In: the blocks of {@code schemas/docs/archive.md}. Out: rows of its table. Invariant: all
 * parts are real and run in processes of their own.
 */
@NullMarked
package io.delaygate.harness.archive;

import org.jspecify.annotations.NullMarked;
