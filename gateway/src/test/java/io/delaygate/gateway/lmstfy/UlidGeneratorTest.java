package io.delaygate.gateway.lmstfy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UlidGeneratorTest {
  private static final long NOW_MS = 1_767_225_600_000L;

  private final UlidGenerator ids = new UlidGenerator(new Random(1));

  @Test
  void anIdHasTheFormAndTheOrderOfAUlid() {
    var id = ids.next(NOW_MS);

    assertThat(id).matches("[0-9A-HJKMNP-TV-Z]{26}").startsWith("01KDVDNA00");
    assertThat(ids.next(NOW_MS + 1)).isGreaterThan(id);
    assertThat(UlidGenerator.madeMs(id)).isEqualTo(NOW_MS);
  }

  @Test
  void idsAreInTheOrderInWhichTheyAreMadeAlsoWhereTheClockStandsOrIsSetBack() {
    var made = new ArrayList<String>();
    for (var i = 0; i < 10_000; i++) {
      made.add(ids.next(NOW_MS - i / 9_000));
    }

    assertThat(made).isSorted().doesNotHaveDuplicates().allMatch(UlidGenerator::isOne);
  }

  @Test
  void anIdOfOursIsToldFromAnyOther() {
    var id = ids.next(NOW_MS);

    assertThat(UlidGenerator.isOne(id)).isTrue();
    assertThat(UlidGenerator.isOne("01ARZ3NDEKTSV4RRFFQ69G5FAV")).isFalse();
    assertThat(UlidGenerator.isOne(id.substring(1))).isFalse();
    assertThat(UlidGenerator.isOne(id + "0")).isFalse();
    assertThat(UlidGenerator.isOne((id.charAt(0) == '0' ? "1" : "0") + id.substring(1))).isFalse();
  }
}
