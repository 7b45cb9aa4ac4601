package io.delaygate.scheduler.control;

/**
 * One partition's part of what all partitions together may do. They need not talk to each other
 * about it; the price is that a backlog in few of them leaves slower than it might.
 *
 * @param partition from 0
 * @param partitions how many there are
 */
public record PartitionShare(int partition, int partitions) {
  /**
   * How many of a number fall to this partition; the parts of all add up to the number. One at
   * least, or its jobs would never leave, or never be let in.
   */
  public int of(long number) {
    var rest = partition < number % partitions ? 1 : 0;
    return (int) Math.max(1, number / partitions + rest);
  }
}
