package io.delaygate.harness.chaos;

/** Position of a command in the topic of commands. */
record Place(int partition, long offset) implements Comparable<Place> {
  @Override
  public int compareTo(Place other) {
    return partition == other.partition
        ? Long.compare(offset, other.offset)
        : Integer.compare(partition, other.partition);
  }

  @Override
  public String toString() {
    return partition + "/" + offset;
  }
}
