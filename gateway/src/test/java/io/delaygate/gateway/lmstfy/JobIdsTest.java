package io.delaygate.gateway.lmstfy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JobIdsTest {
  private static final long NOW_MS = 1_767_225_600_000L;

  private final JobIds ids = new JobIds(new Random(1));

  @Test
  void anIdHasTheFormAndTheOrderOfAUlid() {
    var id = ids.next(NOW_MS);

    assertThat(id).matches("[0-9A-HJKMNP-TV-Z]{26}").startsWith("01KDVDNA00");
    assertThat(ids.next(NOW_MS + 1)).isGreaterThan(id);
    assertThat(JobIds.madeMs(id)).isEqualTo(NOW_MS);
  }

  @Test
  void idsAreInTheOrderInWhichTheyAreMadeAlsoWhereTheClockStandsOrIsSetBack() {
    var made = new ArrayList<String>();
    for (var i = 0; i < 10_000; i++) {
      made.add(ids.next(NOW_MS - i / 9_000));
    }

    assertThat(made).isSorted().doesNotHaveDuplicates().allMatch(JobIds::isOne);
  }

  @Test
  void anIdOfOursIsToldFromAnyOther() {
    var id = ids.next(NOW_MS);

    assertThat(JobIds.isOne(id)).isTrue();
    assertThat(JobIds.isOne("01ARZ3NDEKTSV4RRFFQ69G5FAV")).isFalse();
    assertThat(JobIds.isOne(id.substring(1))).isFalse();
    assertThat(JobIds.isOne(id + "0")).isFalse();
    assertThat(JobIds.isOne((id.charAt(0) == '0' ? "1" : "0") + id.substring(1))).isFalse();
  }
}
