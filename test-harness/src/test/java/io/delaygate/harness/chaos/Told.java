package io.delaygate.harness.chaos;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Record of all definite answers to callers during the load. Thread-safe. */
final class Told {
  /**
   * Definite answer: stored, or an outcome.
   *
   * @param place place of the command; null if the answer has none
   * @param outcome outcome of the command; null if it was only stored
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

  /** Notes a call without a definite answer. */
  void nothing() {
    uncertain.incrementAndGet();
  }

  /** Notes an answer that the contract does not have. */
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
