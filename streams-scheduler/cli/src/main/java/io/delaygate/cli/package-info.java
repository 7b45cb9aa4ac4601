/**
 * Command line for operators, {@code bin/delaygate}.
 *
 * <p>In: arguments, the environment, answers of a gateway by HTTP, and of brokers. Out: tables for
 * people or JSON for scripts on standard output, everything else on the other stream, and an exit
 * status of {@link io.delaygate.cli.ExitStatus}.
 *
 * <p>Commands are rows of a table, each a {@link io.delaygate.cli.Verb} in one of the classes named
 * {@code ...Verbs}: to add a command is to add a row.
 *
 * <p>Invariants: control characters in jobs are escaped before they reach the terminal; many jobs
 * are changed only after a confirmation; and jobs are reached only through a gateway, so that its
 * tokens and rules apply to operators too.
 */
@NullMarked
package io.delaygate.cli;

import org.jspecify.annotations.NullMarked;
