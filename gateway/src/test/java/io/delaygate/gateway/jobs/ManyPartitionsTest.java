package io.delaygate.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of cursors over more partitions than a stack has frames. */
class ManyPartitionsTest {
  private static final int PARTITIONS = 10_000;

  @Test
  void aListingOfRejectedCommandsGoesOn() {
    var before = partitions(partition -> 1_000L + partition);

    var cursor = new RejectedPage(List.of(), before).cursor();

    assertThat(RejectedPage.before(cursor)).isEqualTo(before);
  }

  @Test
  void aRedriveGoesOn() {
    var left = partitions(partition -> new RedriveCursor.Range(partition, 1_000L + partition));
    var filter = RejectedFilter.all("shop");

    var cursor = new RedriveCursor(left).text(filter);

    assertThat(RedriveCursor.read(cursor, filter).left()).isEqualTo(left);
  }

  private static <T> Map<Integer, T> partitions(Function<Integer, T> each) {
    return IntStream.range(0, PARTITIONS)
        .boxed()
        .collect(Collectors.toMap(Function.identity(), each));
  }
}
