/**
 * The command line of operators, {@code bin/delaygate}.
 *
 * <p>In: arguments, the environment, answers of a gateway by HTTP, and of brokers. Out: tables for
 * people or JSON for scripts on standard output, everything else on the other stream, and an exit
 * status of {@link io.delaygate.cli.ExitStatus}.
 *
 * <p>Commands are rows of a table, each a {@link io.delaygate.cli.Verb} in one of the classes named
 * {@code ...Verbs}: to add a command is to add a row.
 *
 * <p>What always holds: whatever callers put into jobs reaches the terminal with its control
 * characters spelled out; many jobs are changed only after somebody said yes; and jobs are reached
 * through a gateway alone, so that its tokens and rules hold for operators too.
 */
@NullMarked
package io.delaygate.cli;

import org.jspecify.annotations.NullMarked;
