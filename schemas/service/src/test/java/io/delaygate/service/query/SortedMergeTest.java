package io.delaygate.service.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SortedMergeTest {
  @Test
  void allEntriesOfAllSourcesComeInOrder() {
    for (var seed = 0; seed < 200; seed++) {
      // Given
      var random = new Random(seed);
      var all = new ArrayList<Integer>();
      var merge = new SortedMerge<>(Comparator.<Integer>naturalOrder(), Queue<Integer>::peek);
      for (var sources = random.nextInt(6); sources > 0; sources--) {
        var source = random.ints(random.nextInt(5), 0, 9).sorted().boxed().toList();
        all.addAll(source);
        merge.add(new ArrayDeque<>(source));
      }

      // When
      var merged = new ArrayList<Integer>();
      while (!merge.isEmpty()) {
        var first = merge.peek();
        var source = merge.remove();
        assertThat(source.remove()).isEqualTo(first);
        merged.add(first);
        merge.add(source);
      }

      // Then
      all.sort(null);
      assertThat(merged).isEqualTo(all);
      assertThat(merge.peek()).isNull();
      assertThatThrownBy(merge::remove).isInstanceOf(NoSuchElementException.class);
    }
  }
}
