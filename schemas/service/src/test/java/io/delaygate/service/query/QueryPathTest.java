package io.delaygate.service.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryPathTest {
  @Test
  void onlyWhatFiltersIsSent() {
    // Given
    var filter = JobFilter.of("orders", JobState.PARKED, "shop").due(5L, null).idPrefix("a b&c=+%");

    // When
    var path = filter.addTo(QueryPath.of(QueryPath.JOBS).partitions(List.of(0, 3)));

    // Then
    assertThat(path)
        .hasToString(
            "/internal/v1/jobs?partitions=0,3&topic=orders&state=PARKED&dueFrom=5"
                + "&idPrefix=a+b%26c%3D%2B%25&namespace=shop");
    assertThat(JobFilter.ALL.addTo(QueryPath.of("/x"))).hasToString("/x");
  }

  @Test
  void leasesAreReadAsTheyWereWritten() {
    var half = new LeaseDurations.Wanted(false, 30_000);
    var jobs = new LeaseDurations.Wanted(true, 30_000);
    var leases = List.of(half, half, jobs, half);
    assertThat(LeaseDurations.text(leases)).isEqualTo("30000x2,j30000x1,30000x1");
    assertThat(LeaseDurations.parse("30000x2,j30000,30000x1")).contains(leases);
    assertThat(half.of(1_000)).isEqualTo(30_000);
    assertThat(jobs.of(1_000)).isEqualTo(31_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "1,",
        "x5",
        "5x0",
        "86410001",
        "1x1001",
        "1x999,1x2",
        "-1",
        "j",
        "j0",
        "jj5"
      })
  void leasesThatNobodyMayAskForAreNotRead(String text) {
    assertThat(LeaseDurations.parse(text)).isEmpty();
  }
}
