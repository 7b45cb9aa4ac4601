package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.Outcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of every outcome and event on a real broker, against their published schemas. */
@KafkaTest
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventsAndRepliesTest {
  private static final int PARTITIONS = 4;

  private final Installation delaygate;
  private final Inbox inbox;
  private final EventLog events;
  private final String target;

  EventsAndRepliesTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state, PARTITIONS);
    var settings =
        Map.of("events", "all", "target.park.max.ms", "1500", "target.recheck.ms", "100");
    target = delaygate.target("orders", 2);
    try (var control = new Client(delaygate.bootstrapServers(), delaygate.names().control())) {
      control.send("alarm/" + target, "", "dead-letters", "1");
    }
    delaygate.startSchedulers(settings);
    inbox = new Inbox(delaygate);
    events = new EventLog(delaygate);
  }

  @AfterAll
  void stop() {
    events.close();
    inbox.close();
    delaygate.close();
  }

  @Test
  void everyTransitionAndEveryOutcomeIsAsItsSchemaSays() {
    // When
    changeAndCancel();
    deliver();
    loseTheTarget();
    expire();
    refuse();
    work();

    // Then
    assertThat(events.textsOf("dead", 3))
        .containsExactly("SCHEDULED SCHEDULED 1", "PARKED PARKED 2", "DEAD DEAD 3");
    assertThat(events.textsOf("worked", 13))
        .containsExactly(
            "SCHEDULED SCHEDULED 1",
            "DELIVERED READY 2",
            "RESERVED RESERVED 3",
            "EXTENDED RESERVED 4",
            "RELEASED SCHEDULED 5",
            "DELIVERED READY 6",
            "EXTENDED READY 7",
            "TIMED_OUT SCHEDULED 8",
            "DELIVERED READY 9",
            "DEAD DEAD 10",
            "KICKED SCHEDULED 11",
            "DELIVERED READY 12",
            "DONE DONE 12");
    assertThat(events.textsOf("changed", 4))
        .containsExactly(
            "SCHEDULED SCHEDULED 1",
            "REPLACED SCHEDULED 2",
            "RESCHEDULED SCHEDULED 3",
            "CANCELLED CANCELLED 3");
    assertThat(events.textsOf("delivered", 3))
        .containsExactly(
            "SCHEDULED SCHEDULED 1", "RESCHEDULED SCHEDULED 2", "DELIVERED DELIVERED 2");
    assertThat(events.textsOf("expired", 2))
        .containsExactly("SCHEDULED SCHEDULED 1", "EXPIRED EXPIRED 1");
    assertThat(events.all())
        .extracting(record -> Reader.text(record.key()))
        .doesNotContain("refused");
    assertEventsAreValidAndComplete();
    assertRepliesAreValidAndComplete();
  }

  private void changeAndCancel() {
    told("SCHEDULED SCHEDULED 1", "changed", "v", schedule("delay", "1h"));
    told("REPLACED SCHEDULED 2", "changed", "w", schedule("delay", "2h"));
    told("RESCHEDULED SCHEDULED 3", "changed", null, "delay-op", "reschedule", "delay", "3h");
    told("STALE SCHEDULED 3", "changed", null, "delay-op", "cancel", "delay-if-version", "2");
    told(
        "IGNORED SCHEDULED 3",
        "changed",
        "x",
        schedule("delay", "1h", "delay-if-exists", "ignore"));
    told("CANCELLED CANCELLED 3", "changed", null, "delay-op", "cancel");
  }

  private void deliver() {
    told(
        "SCHEDULED SCHEDULED 1",
        "delivered",
        "v",
        schedule("delay", "1h", "delay-ttl-ms", "7200000"));
    told("RESCHEDULED DELIVERED 2", "delivered", null, "delay-op", "fire");
    told("ALREADY_DELIVERED DELIVERED 2", "delivered", null, "delay-op", "cancel");
  }

  private void loseTheTarget() {
    var lost = delaygate.target("lost", 1);
    told(
        "SCHEDULED SCHEDULED 1",
        "dead",
        "v",
        "delay",
        "2s",
        "delay-target-topic",
        lost,
        "delay-target-partition",
        "0");
    delaygate.topics().delete(lost);
  }

  private void expire() {
    var nowMs = System.currentTimeMillis();
    var times =
        schedule("delay-due-ms", "" + (nowMs - 2000), "delay-expires-ms", "" + (nowMs - 1000));
    told("SCHEDULED EXPIRED 1", "expired", "v", times);
  }

  private void refuse() {
    told("NOT_FOUND", "refused", null, "delay-op", "fire");
    told(
        "REJECTED",
        "refused",
        "v",
        "delay",
        "1s",
        "delay-target-topic",
        delaygate.unique("nowhere"));
  }

  /** All outcomes of acknowledged jobs: release, time-out, bury, kick, finish, discard. */
  private void work() {
    var retry =
        schedule(
            "delay",
            "0s",
            "delay-ack",
            "true",
            "delay-max-attempts",
            "3",
            "delay-backoff-initial-ms",
            "0",
            "delay-backoff-max-ms",
            "0");
    var lease = says("SCHEDULED READY 2", "worked", "v", retry);
    var own = says("RESERVED RESERVED 3", "worked", null, said("reserve", lease));
    says("EXTENDED RESERVED 4", "worked", null, said("extend", own));
    var next = says("RELEASED READY 6", "worked", null, said("release", own));
    told("STALE READY 6", "worked", null, said("finish", own));
    told(
        "EXTENDED READY 7",
        "worked",
        null,
        "delay-op",
        "extend",
        "delay-lease",
        next,
        "delay-lease-ms",
        "1");
    var last = events.of("worked", 9).get(8).at("/job/lease").asText();
    told("BURIED DEAD 10", "worked", null, said("bury", last));
    var again = says("KICKED READY 12", "worked", null, "delay-op", "kick");
    told("DONE DONE 12", "worked", null, said("finish", again));
    var dropped = says("SCHEDULED READY 2", "dropped", "v", retry);
    told("BURIED DEAD 3", "dropped", null, said("bury", dropped));
    told("DISCARDED DISCARDED 3", "dropped", null, "delay-op", "discard");
  }

  private static String[] said(String op, String lease) {
    return new String[] {"delay-op", op, "delay-lease", lease};
  }

  /** Asserts the answer; returns its lease. */
  private String says(String expected, String id, String value, String... headers) {
    var answer = inbox.ask(id, value, headers);
    assertThat(answer.text()).as(id).isEqualTo(expected);
    return answer.job().path("lease").asText();
  }

  @Test
  void aBrokenRecordDoesNotPass() {
    // Given
    var reply = inbox.ask("broken", "v", schedule("delay", "1h"));
    var event = events.of("broken", 1).get(0);

    // Then
    assertThat(JsonSchemas.faultsOfReply(changed(reply.json(), json -> json.remove("source"))))
        .isNotEmpty();
    assertThat(JsonSchemas.faultsOfReply(changed(reply.json(), json -> json.put("outcome", "?"))))
        .isNotEmpty();
    assertThat(JsonSchemas.faultsOfReply(inJob(reply.json(), job -> job.put("version", 0))))
        .isNotEmpty();
    assertThat(JsonSchemas.faultsOfEvent(inJob(event, job -> job.put("state", "DELIVERED"))))
        .as("an ended job without its end")
        .isNotEmpty();
    assertThat(JsonSchemas.faultsOfEvent(changed(event, json -> json.put("event", "DELIVERED"))))
        .as("a delivery without its lateness")
        .isNotEmpty();
    assertThat(JsonSchemas.faultsOfEvent(inJob(event, job -> job.put("more", 1)))).isNotEmpty();
  }

  private void assertEventsAreValidAndComplete() {
    var records = events.all();
    assertThat(records)
        .flatExtracting(record -> JsonSchemas.faultsOfEvent(Answer.json(record.value())))
        .isEmpty();
    assertThat(records)
        .extracting(record -> Answer.json(record.value()).path("event").asText())
        .containsAll(names(JobEvent.values()));
    assertThat(records)
        .as("each has the id of its job, or the target of an alarm, as key")
        .allMatch(
            record -> {
              var event = Answer.json(record.value());
              return event
                  .at("/job/id")
                  .asText(event.path("topic").asText())
                  .equals(Reader.text(record.key()));
            });
  }

  private void assertRepliesAreValidAndComplete() {
    var answers = inbox.toTheEnd().values().stream().flatMap(List::stream).toList();
    assertThat(answers)
        .flatExtracting(answer -> JsonSchemas.faultsOfReply(answer.json()))
        .isEmpty();
    assertThat(answers)
        .extracting(Answer::outcome)
        .contains(names(Outcome.values()).toArray(String[]::new));
  }

  private void told(String expected, String id, String value, String... headers) {
    assertThat(inbox.ask(id, value, headers).text()).as(id).isEqualTo(expected);
  }

  private String[] schedule(String... times) {
    return Stream.concat(Stream.of(times), Stream.of("delay-target-topic", target))
        .toArray(String[]::new);
  }

  private static List<String> names(Enum<?>... values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }

  private static JsonNode inJob(JsonNode json, Consumer<ObjectNode> change) {
    return changed(json, copy -> change.accept((ObjectNode) copy.get("job")));
  }

  private static JsonNode changed(JsonNode json, Consumer<ObjectNode> change) {
    var copy = (ObjectNode) json.deepCopy();
    change.accept(copy);
    return copy;
  }
}
