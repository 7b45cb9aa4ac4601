package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.view.JobView;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.ParkingReason;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.job.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that events of parked jobs match their schema. */
class ParkedJobSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Job DUE =
      Job.scheduled(
          new JobId("a"),
          JobTimes.due(1, 2),
          new Target("orders", null, null),
          new Payload(null, List.of()),
          Policy.USUAL);

  private static final ParkingReason WHY =
      new ParkingReason(ReasonCode.TARGET_NO_LEADER, "no broker leads it", 3, 1);

  @Test
  void theReasonFitsTheSchema() throws Exception {
    assertThat(faults(DUE.parked(9, WHY))).isEmpty();
    assertThat(faults(DUE.parked(JobTimes.NEVER, WHY))).isEmpty();
    assertThat(faults(DUE.parked(9, null))).isEmpty();
  }

  @Test
  void onlyAParkedJobWaits() throws Exception {
    // Given
    var parked = event(JobView.of(DUE.parked(9, WHY)));

    // When
    ((ObjectNode) parked.get("job")).put("state", "SCHEDULED");

    // Then
    assertThat(JsonSchemas.faultsOfEvent(parked)).isNotEmpty();
  }

  @Test
  void aJobWithoutALimitOfAttemptsFitsTheSchema() throws Exception {
    var unlimited = RetryPolicy.USUAL.withMaxAttempts(RetryPolicy.UNLIMITED);
    var job =
        Job.scheduled(
            DUE.id(),
            DUE.times(),
            DUE.target(),
            DUE.payload(),
            new Policy(5, OnExpiry.DROP, null, unlimited));

    assertThat(faults(job.parked(9, WHY))).isEmpty();
  }

  private static List<String> faults(Job job) throws Exception {
    return JsonSchemas.faultsOfEvent(event(JobView.of(job)));
  }

  private static JsonNode event(ObjectNode view) throws Exception {
    var event = JSON.createObjectNode().put("event", "PARKED").put("atMs", 4);
    event.set("job", view);
    return JSON.readTree(event.toString());
  }
}
