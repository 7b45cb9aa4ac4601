package io.delaygate.gateway.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParkedJobsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void jobsOfSchedulersThatNameTheSameReasonAreAddedUp() throws Exception {
    assertThat(
            told(
                answer(3, "NO_LEADER", ", 'sinceMs': 2000, 'nextTryMs': 9000"),
                answer(4, "NO_LEADER", ", 'sinceMs': 1000, 'nextTryMs': 9500")))
        .isEqualTo(
            json(
                """
                {'parked': [{'reason': 'NO_LEADER', 'reasonText': 'text', 'jobs': 7,
                  'sinceMs': 1000, 'since': '1970-01-01T00:00:01Z',
                  'nextTryMs': 9000, 'nextTry': '1970-01-01T00:00:09Z'}]}
                """));
  }

  @Test
  void schedulersThatSeeItDifferentlyAreToldApart() throws Exception {
    assertThat(told(answer(3, "TIMED_OUT", ""), answer(4, "NO_LEADER", ", 'nextTryMs': 9000")))
        .isEqualTo(
            json(
                """
                {'parked': [
                  {'reason': 'NO_LEADER', 'reasonText': 'text', 'jobs': 4,
                   'nextTryMs': 9000, 'nextTry': '1970-01-01T00:00:09Z'},
                  {'reason': 'TIMED_OUT', 'reasonText': 'text', 'jobs': 3}]}
                """));
  }

  @Test
  void anOlderSchedulerNamesNone() throws Exception {
    var answer = (ObjectNode) answer(3, "NO_LEADER", "");
    answer.remove("parked");

    assertThat(told(answer)).isEqualTo(json("{}"));
  }

  /** An answer in which other jobs are ready or have another topic. */
  private static JsonNode answer(int jobs, String reason, String times) throws Exception {
    return json(
        """
        {'partitions': [
           {'counts': [{'topic': 'orders', 'state': 'PARKED', 'jobs': 1},
                       {'topic': 'orders', 'state': 'READY', 'jobs': 50},
                       {'topic': 'mails', 'state': 'PARKED', 'jobs': 60}]},
           {'counts': [{'topic': 'orders', 'state': 'PARKED', 'jobs': %d}]}],
         'parked': [{'topic': 'orders', 'reason': '%s', 'reasonText': 'text'%s}]}
        """
            .formatted(jobs - 1, reason, times));
  }

  private static JsonNode told(JsonNode... answers) throws Exception {
    var json = JsonNodeFactory.instance.objectNode();
    new ParkedJobs(List.of(answers)).put(json, "orders");
    return JSON.readTree(json.toString());
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }
}
