package io.delaygate.harness.chaos;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What callers were told for certain while the load ran. Thread-safe. */
final class Told {
  /**
   * A promise or an outcome.
   *
   * @param place where the command was said to be, null when that was not said
   * @param outcome what was said to have become of it; null when it is only stored
   */
  record Word(String id, @Nullable Place place, @Nullable String outcome) {}

  private final Queue<Word> words = new ConcurrentLinkedQueue<>();
  private final Queue<String> strange = new ConcurrentLinkedQueue<>();
  private final AtomicInteger uncertain = new AtomicInteger();

  void stored(String id, Place place) {
    words.add(new Word(id, place, null));
  }

  void decided(String id, @Nullable Place place, String outcome) {
    words.add(new Word(id, place, outcome));
  }

  /** A caller learned nothing. */
  void nothing() {
    uncertain.incrementAndGet();
  }

  /** An answer that is no part of the contract. */
  void strange(String answer) {
    strange.add(answer);
  }

  Queue<Word> words() {
    return words;
  }

  Queue<String> strange() {
    return strange;
  }

  int uncertain() {
    return uncertain.get();
  }
}
