package io.delaygate.schemas.job;

/**
 * How a job wants to be treated, besides when and where it is delivered.
 *
 * @param priority order among jobs that become due together: {@value #FIRST} is first, {@value
 *     #LAST} last
 */
public record Policy(int priority) {
  /** Before all others. */
  public static final int FIRST = 0;

  /** After all others. One decimal digit is as much as people tell apart, and takes one byte. */
  public static final int LAST = 9;

  /** Of jobs that ask for nothing: in the middle, so that others can be before and after them. */
  public static final Policy USUAL = new Policy(5);

  /** Checks the bounds. */
  public Policy {
    if (priority < FIRST || priority > LAST) {
      throw new IllegalArgumentException(
          "priority %d is not between %d and %d".formatted(priority, FIRST, LAST));
    }
  }
}
