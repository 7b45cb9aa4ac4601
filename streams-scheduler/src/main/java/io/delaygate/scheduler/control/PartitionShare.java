package io.delaygate.scheduler.control;

/**
 * Share of one partition in a limit of all partitions together. Partitions need no coordination;
 * the price is that a backlog in few of them leaves slower than the limit allows.
 *
 * @param partition from 0
 * @param partitions number of all partitions
 */
public record PartitionShare(int partition, int partitions) {
  /**
   * Share of this partition in a number; the shares of all add up to the number. At least 1, since
   * with 0 its jobs would never be accepted or delivered.
   */
  public int of(long number) {
    var rest = partition < number % partitions ? 1 : 0;
    return (int) Math.max(1, number / partitions + rest);
  }
}
