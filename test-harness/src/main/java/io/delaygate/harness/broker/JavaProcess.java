package io.delaygate.harness.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Running child process with a JVM.
 *
 * <p>It ends with this JVM if its main calls {@link ParentWatch#haltWithParent()}. Keep a reference
 * while it is needed, as this object holds its standard input open. Methods may be called from any
 * thread.
 */
public final class JavaProcess implements AutoCloseable {
  // The kernel needs milliseconds; a machine that swaps may need seconds.
  private static final Duration KILL_LIMIT = Duration.ofSeconds(20);
  private static final int TAIL_CHARS = 4_000;

  private final ChildCommand command;
  private final Process process;

  private JavaProcess(ChildCommand command, Process process) {
    this.command = command;
    this.process = process;
  }

  /**
   * Starts the command and returns at once, before its main has done anything.
   *
   * @throws UncheckedIOException if the operating system refuses to start it
   */
  public static JavaProcess start(ChildCommand command) {
    try {
      return new JavaProcess(command, command.toBuilder().start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.name(), e);
    }
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * The exit status.
   *
   * @throws IllegalThreadStateException if it still runs
   */
  public int exitStatus() {
    return process.exitValue();
  }

  /** The file of its output. */
  public Path output() {
    return command.output();
  }

  /** Completes with this process when it has ended. */
  public CompletableFuture<JavaProcess> onExit() {
    return process.onExit().thenApply(ended -> this);
  }

  /** SIGKILL: a crash, no shutdown hook runs. Returns when the process is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitExit(KILL_LIMIT);
  }

  /**
   * SIGTERM: asks it to shut down; returns at once.
   *
   * <p>Through the handle, because {@link Process#destroy()} also closes the child's standard
   * input, which {@link ParentWatch} would treat as the end of this JVM.
   */
  public void terminate() {
    process.toHandle().destroy();
  }

  /** SIGSTOP: none of its threads runs until {@link #thaw()}, and its clients wait. */
  public void freeze() {
    signal("STOP");
  }

  /** SIGCONT: it continues as if no time had passed. */
  public void thaw() {
    signal("CONT");
  }

  // Through the shell's built-in command, as Java can only end processes.
  private void signal(String name) {
    try {
      new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot signal " + command.name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for the end of the process.
   *
   * @return the exit status, 128 plus the number of the signal that ended it
   * @throws IllegalStateException if it still runs after the limit; the message has the end of its
   *     output
   */
  public int awaitExit(Duration limit) {
    try {
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + command.name(), e);
    }
    throw new IllegalStateException(
        command.name() + " is still running after " + limit + "\n" + outputTail());
  }

  /** The last 4,000 characters of the output, for a message about a failure. */
  public String outputTail() {
    try {
      // Not readString: a process killed inside a character leaves malformed UTF-8.
      var text = new String(Files.readAllBytes(command.output()), StandardCharsets.UTF_8);
      return text.substring(Math.max(0, text.length() - TAIL_CHARS));
    } catch (IOException e) {
      return "(no output: " + e + ")";
    }
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    kill();
  }
}
