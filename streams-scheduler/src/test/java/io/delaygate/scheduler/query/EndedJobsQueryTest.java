package io.delaygate.scheduler.query;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of listings of ended jobs and of the size of the history, over real HTTP. */
class EndedJobsQueryTest extends AskedServer {
  private static final String ENDED = "/internal/v1/ended?partitions=0&state=";
  private static final String ALL = ENDED + "DELIVERED,CANCELLED,EXPIRED,DONE,DISCARDED";
  private static final long RETENTION_MS = Duration.ofMinutes(15).toMillis();

  @Test
  void anEntryHasHowTheJobEndedAndItsResultButNoPayload() throws Exception {
    // Given
    var stores = process.active(0);
    var result = "ok".getBytes(UTF_8);
    stores.table().put(EndedJob.of(due("done", 900), EndState.DONE, result, 950));
    stores.commit();

    // When
    var page = json(get(ALL));

    // Then
    assertThat(page)
        .isEqualTo(
            JSON.readTree(
                """
                {"stale": false, "asOfMs": 1000,
                 "jobs": [{"id": "done", "state": "DONE", "version": 1, "createdMs": 1000000,
                           "dueMs": 900, "endedMs": 950, "target": {"topic": "orders"},
                           "result": "b2s="}]}
                """));
  }

  @Test
  void eachEndedJobIsOnOnePageTheLatestEndFirst() throws Exception {
    // Given
    end(25, 900);

    // When
    var found = new ArrayList<String>();
    var sizes = new ArrayList<Integer>();
    var path = ALL + "&limit=10";
    for (var page = json(get(path)); ; page = json(get(path))) {
      found.addAll(ids(page));
      sizes.add(page.path("jobs").size());
      if (!page.has("next")) {
        break;
      }
      path = ALL + "&limit=10&after=" + page.path("next").asText();
    }

    // Then
    assertThat(sizes).containsExactly(10, 10, 5);
    assertThat(found).hasSize(25).doesNotHaveDuplicates();
    assertThat(found.get(0)).isEqualTo("job-24");
    assertThat(found.get(24)).isEqualTo("job-0");
  }

  @Test
  void anEntryOlderThanTheRetentionIsNotShownThoughItIsStillStored() throws Exception {
    // Given
    end(3, 100);

    // When
    now.set(101 + RETENTION_MS);

    // Then
    assertThat(ids(json(get(ALL)))).containsExactly("job-2", "job-1");
    now.set(103 + RETENTION_MS);
    assertThat(ids(json(get(ALL)))).isEmpty();
  }

  @Test
  void statesAndTimesOfTheEndFilter() throws Exception {
    // Given
    var stores = process.active(0);
    stores.table().put(EndedJob.of(due("a", 50), EndState.DELIVERED, 100));
    stores.table().put(EndedJob.of(due("b", 60), EndState.CANCELLED, 200));
    stores.table().put(EndedJob.of(due("c", 70, "mails", null), EndState.EXPIRED, 300));
    stores.commit();

    // Then
    assertThat(ids(json(get(ENDED + "CANCELLED,DELIVERED")))).containsExactly("b", "a");
    assertThat(ids(json(get(ALL + "&endedFrom=200&endedTo=300")))).containsExactly("b");
    assertThat(ids(json(get(ALL + "&dueFrom=60&dueTo=71")))).containsExactly("c", "b");
    assertThat(ids(json(get(ALL + "&topic=mails")))).containsExactly("c");
    assertThat(ids(json(get(ALL + "&idPrefix=a")))).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/internal/v1/ended?partitions=0",
        ENDED,
        ENDED + "DELIVERED,",
        ENDED + "SCHEDULED",
        ENDED + "DEAD",
        ENDED + "delivered",
        ENDED + "DONE&endedFrom=-1",
        ENDED + "DONE&endedTo=soon",
        ENDED + "DONE&after=1.5.YQ",
        ENDED + "DONE&limit=1001"
      })
  void whatIsNotUnderstoodIsRefused(String path) throws Exception {
    process.active(0);

    assertThat(get(path).statusCode()).isEqualTo(501);
  }

  @Test
  void aStandbyAnswersAndSaysThatItMayBeBehind() throws Exception {
    // Given
    var stores = process.standby(0);
    stores.table().put(EndedJob.of(due("a", 900), EndState.DELIVERED, 950));
    stores.commit();

    // When
    var page = json(get(ALL));

    // Then
    assertThat(page.path("stale").booleanValue()).isTrue();
    assertThat(ids(page)).containsExactly("a");
  }

  @Test
  void theHistoryIsCompleteFromTheStartOfItsRetention() throws Exception {
    // Given
    end(3, 100);
    now.set(2 * RETENTION_MS);

    // When
    var stats = json(get("/internal/v1/stats?partitions=0"));

    // Then
    var history = stats.at("/partitions/0/history");
    assertThat(stats.path("history"))
        .isEqualTo(JSON.readTree("{\"retentionMs\": 900000, \"maxBytes\": 0}"));
    assertThat(history.path("entries").longValue()).isEqualTo(3);
    assertThat(history.path("bytes").longValue())
        .isEqualTo(process.reads().of(List.of(0)).get(0).jobs().statistics().history().bytes());
    assertThat(history.path("completeFromMs").longValue()).isEqualTo(RETENTION_MS);
  }

  @Test
  void aHistoryThatMayBeCutIsCompleteBehindItsFirstEntry() throws Exception {
    // Given
    end(3, 100);
    var read = process.reads().of(List.of(0)).get(0);
    var bytes = read.jobs().statistics().history().bytes();
    var bounded = new Retention(Duration.ofMinutes(15), bytes);

    // When
    var counted = new JobCounter(bounded, () -> 0).count(read, 1_000);

    // Then
    assertThat(counted.at("/history/completeFromMs").longValue()).isEqualTo(101);
  }

  private void end(int jobs, long fromMs) {
    var stores = process.active(0);
    for (var i = 0; i < jobs; i++) {
      stores.table().put(EndedJob.of(due("job-" + i, 50), EndState.DELIVERED, fromMs + i));
    }
    stores.commit();
  }

  private static List<String> ids(JsonNode page) {
    return page.findValuesAsText("id");
  }
}
