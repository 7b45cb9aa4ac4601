package io.delaygate.service.query;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * K-way merge of sorted sources into one order. The caller that takes the entry of a source adds
 * the source again, which brings in its next entry. For one thread at a time.
 *
 * @param <P> position of an entry
 * @param <S> sorted source of entries
 */
public final class SortedMerge<P, S> {
  private final Next<P, S> next;
  private final PriorityQueue<Head<P, S>> heads;

  /** A merge of no sources yet. */
  public SortedMerge(Comparator<P> order, Next<P, S> next) {
    this.next = next;
    this.heads = new PriorityQueue<>(Comparator.comparing(Head::at, order));
  }

  /** Adds a source, unless it is at its end. */
  public void add(S source) {
    var at = next.of(source);
    if (at != null) {
      heads.add(new Head<>(at, source));
    }
  }

  /** Position of the first entry; null when no source has one. */
  public @Nullable P peek() {
    var head = heads.peek();
    return head == null ? null : head.at();
  }

  /** Whether no source has an entry. */
  public boolean isEmpty() {
    return heads.isEmpty();
  }

  /**
   * The source with the first entry, which the caller takes and then adds the source again.
   *
   * @throws java.util.NoSuchElementException if no source has an entry
   */
  public S remove() {
    return heads.remove().source();
  }

  /** Position of the next entry of a source. */
  @FunctionalInterface
  public interface Next<P, S> {
    /** The position; null at the end of the source. */
    @Nullable P of(S source);
  }

  private record Head<P, S>(P at, S source) {}
}
