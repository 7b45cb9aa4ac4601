package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests of commands in a partition that does not own their id: they are sent to the one that does.
 */
class RerouteTest {
  private static final String SENT_ON = "sent-on";
  private static final String FOREIGN = idOfPartition(1);

  @RegisterExtension
  final SchedulerDriver stranger = new SchedulerDriver(Setup.usual().reroutingTo(SENT_ON, 2));

  /** The test topic stands for the partition that owns the id. */
  @RegisterExtension final SchedulerDriver owner = new SchedulerDriver();

  @Test
  void theCommandTravelsUnchangedAndSaysWhatItsDelayCountsFrom() {
    // When
    stranger.send(
        Request.of(FOREIGN)
            .header("trace", "1")
            .header("delay", "30s")
            .header("delay-target-topic", "orders")
            .header("trace", "2")
            .value("payload"));

    // Then
    var record = stranger.produced(SENT_ON).get(0);
    assertThat(record.key()).isEqualTo(FOREIGN);
    assertThat(record.value()).isEqualTo("payload");
    assertThat(record.headers())
        .containsExactly(
            "trace=1",
            "delay=30s",
            "delay-target-topic=orders",
            "trace=2",
            "delay-rerouted-from=" + START + " delay-requests 0 0 " + START);
    assertThat(stranger.logged("jobs")).isEmpty();
  }

  @Test
  void aReroutedScheduleIsCarriedOutWhenDueByItsFirstRecord() {
    // Given
    stranger.send(
        Request.of(FOREIGN).header("delay-target-topic", "orders").header("delay-ms", "500"));
    owner.advance(100);

    // When
    owner.receive("delay-rerouted", stranger.produced(SENT_ON).get(0).record());
    owner.advanceTo(START + 499);
    var early = owner.produced("orders");
    owner.advance(1);

    // Then
    assertThat(early).isEmpty();
    var delivered = owner.produced("orders").get(0);
    assertThat(delivered.jobId()).isEqualTo(FOREIGN);
    assertThat(delivered.headers()).noneMatch(header -> header.startsWith("delay-rerouted"));
  }

  @Test
  void aReroutedCommandsDeadLetterNamesTheClientsRecord() {
    // Given
    stranger.send(Request.schedule("one before", "orders", START));
    stranger.send(Request.schedule(FOREIGN, "nowhere", START + 10));
    var rerouted = stranger.produced(SENT_ON);

    // When
    owner.receive("delay-rerouted", rerouted.get(rerouted.size() - 1).record());

    // Then
    var letter = owner.deadLetters().get(0);
    assertThat(letter.header("delay-reason")).isEqualTo("TARGET_UNKNOWN");
    assertThat(letter.header("delay-source-topic")).isEqualTo("delay-requests");
    assertThat(letter.header("delay-source-offset")).isEqualTo("1");
    assertThat(letter.header("delay-source-timestamp-ms")).isEqualTo(Long.toString(START));
    assertThat(letter.headers()).noneMatch(header -> header.startsWith("delay-rerouted"));
  }

  @Test
  void cancelsFiresAndReschedulesTravelToo() {
    // When
    stranger.send(Request.cancel(FOREIGN));
    stranger.send(Request.fire(FOREIGN));
    stranger.send(Request.of(FOREIGN).header("delay-op", "reschedule").header("delay-ms", "5"));
    stranger.send(Request.of(FOREIGN));
    owner.send(Request.schedule(FOREIGN, "orders", START + 10));
    stranger.produced(SENT_ON).forEach(r -> owner.receive("delay-rerouted", r.record()));

    // Then
    owner.advance(100);
    assertThat(owner.delivered()).isEmpty();
    assertThat(owner.deadLetters()).isEmpty();
    assertThat(outcome("CANCELLED")).as("and the repeated one").isEqualTo(2);
    assertThat(outcome("NOT_FOUND")).isEqualTo(2);
  }

  @Test
  void whatAHeaderNamesIsSentToTheOwnerOfThatIdInItsOrder() {
    // When
    stranger.send(Request.schedule("any key", "orders", START + 10).header("delay-id", FOREIGN));
    stranger.send(Request.cancel("any key").header("delay-id", FOREIGN));
    stranger.send(Request.schedule("any key", "orders", START + 20).header("delay-id", FOREIGN));
    stranger.produced(SENT_ON).forEach(r -> owner.receive("delay-rerouted", r.record()));

    // Then
    owner.advance(100);
    assertThat(owner.produced("orders"))
        .singleElement()
        .satisfies(
            delivered -> {
              assertThat(delivered.jobId()).isEqualTo(FOREIGN);
              assertThat(delivered.key()).isEqualTo("any key");
              assertThat(delivered.headers()).noneMatch(header -> header.startsWith("delay-id"));
            });
    assertThat(outcome("CANCELLED")).isEqualTo(1);
  }

  @Test
  void aGeneratedIdIsSentToThePartitionInsideIt() {
    // When
    stranger.send(Request.cancel("~1-5"));
    stranger.send(Request.cancel("~0-5"));
    stranger.send(Request.cancel("~2-5"));

    // Then
    assertThat(stranger.produced(SENT_ON)).extracting(Delivered::key).containsExactly("~1-5");
    assertThat(stranger.deadLetters())
        .extracting(letter -> letter.key() + " " + letter.header("delay-reason"))
        .containsExactly("~2-5 ID_INVALID");
  }

  @Test
  void anOriginHeaderFromAClientIsRefused() {
    // When
    owner.send(
        Request.schedule("a", "orders", START)
            .header("delay-rerouted-from", "5 delay-requests 0 0 5"));

    // Then
    assertThat(owner.deadLetters())
        .extracting(letter -> letter.header("delay-reason"))
        .containsExactly("HEADER_UNKNOWN");
  }

  @Test
  void whatSomebodyElseWroteToTheReroutedTopicIsJudgedWhereItLies() {
    // Given
    var broken = Request.schedule("a", "nowhere", START).header("delay-rerouted-from", "1 2 three");

    // When
    owner.receive("delay-rerouted", broken.at(START));
    owner.receive("delay-rerouted", Request.schedule("b", "orders", START).at(START));

    // Then
    assertThat(owner.deadLetters())
        .extracting(letter -> letter.header("delay-source-topic"))
        .containsExactly("delay-rerouted");
    assertThat(owner.delivered()).containsExactly("b");
  }

  private double outcome(String outcome) {
    return owner
        .metrics()
        .registry()
        .getSampleValue(
            "delaygate_commands_total", new String[] {"outcome"}, new String[] {outcome});
  }

  private static String idOfPartition(int partition) {
    var number = 0;
    while (new JobId("job-" + number).partition(2).getAsInt() != partition) {
      number++;
    }
    return "job-" + number;
  }
}
