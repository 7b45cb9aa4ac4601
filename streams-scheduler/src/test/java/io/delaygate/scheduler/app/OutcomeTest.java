package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.directory.TopicStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of outcomes: their content, and that an outcome that cannot be sent is dropped. */
class OutcomeTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void anAnswerSaysWhatBecameOfTheCommand() {
    // When
    scheduler.send(job("a", 100).answered("one"));

    // Then
    var answer = scheduler.answers().get(0);
    assertThat(answer.record().key()).isEqualTo("a");
    assertThat(answer.record().headers()).containsExactly("delay-correlation-id=one");
    assertThat(answer.json().toString())
        .isEqualTo(
            ("{'outcome':'SCHEDULED','id':'a','atMs':%d,'job':{'id':'a','state':'SCHEDULED',"
                    + "'version':1,'createdMs':%d,'dueMs':%d,'target':{'topic':'orders'},"
                    + "'priority':5},'source':{'topic':'delay-requests','partition':0,'offset':0}}")
                .formatted(START, START, START + 100)
                .replace('\'', '"'));
  }

  @Test
  void theJobIsShownAsItIsAfterTheCommand() {
    // When
    scheduler.send(job("a", 100).answered("1"));
    scheduler.send(job("a", 200).answered("2"));
    scheduler.send(Request.reschedule("a", START + 300).answered("3"));
    scheduler.send(Request.fire("a").answered("4"));
    scheduler.send(Request.cancel("a").answered("5"));
    scheduler.send(job("b", 0).answered("6"));
    scheduler.send(job("c", 100).answered("7"));
    scheduler.send(Request.cancel("c").answered("8"));
    scheduler.send(Request.cancel("c").answered("9"));
    scheduler.send(Request.fire("d").answered("10"));

    // Then
    assertThat(told(scheduler))
        .containsExactly(
            "1 SCHEDULED SCHEDULED 1",
            "2 REPLACED SCHEDULED 2",
            "3 RESCHEDULED SCHEDULED 3",
            "4 RESCHEDULED DELIVERED 4",
            "5 ALREADY_DELIVERED DELIVERED 4",
            "6 SCHEDULED DELIVERED 1",
            "7 SCHEDULED SCHEDULED 1",
            "8 CANCELLED CANCELLED 1",
            "9 CANCELLED CANCELLED 1",
            "10 NOT_FOUND ");
  }

  @Test
  void aJobThatIsParkedOrDiesAtOnceIsShownSo() {
    // Given
    scheduler.topics().set("closed", new TopicStatus.Unwritable());
    scheduler.topics().set("dark", new TopicStatus.Unreadable());

    // When
    scheduler.send(Request.schedule("p", "closed", START).answered("1"));
    scheduler.send(
        Request.schedule("d", "closed", START - Setup.PARK_MAX.toMillis()).answered("2"));
    scheduler.send(Request.schedule("h", "dark", START).answered("3"));
    scheduler.send(
        Request.schedule("e", "orders", START - 2)
            .header("delay-expires-ms", Long.toString(START - 1))
            .answered("4"));

    // Then
    assertThat(told(scheduler))
        .containsExactly(
            "1 SCHEDULED PARKED 2",
            "2 SCHEDULED DEAD 2",
            "3 SCHEDULED PARKED 2",
            "4 SCHEDULED EXPIRED 1");
  }

  @Test
  void aRejectedCommandIsAnsweredWithItsReason() {
    // Given
    scheduler.send(job("a", 100));

    // When
    scheduler.send(job("a", 50).header("delay-if-exists", "reject").answered("1"));
    scheduler.send(Request.schedule("b", "nowhere", START).answered("2"));
    scheduler.send(Request.of(null).header("delay-op", "cancel").answered("3"));

    // Then
    var answers = scheduler.answers();
    assertThat(answers).extracting(Answer::outcome).containsOnly("REJECTED");
    assertThat(answers)
        .extracting(answer -> answer.json().path("reason").asText())
        .containsExactly("JOB_EXISTS", "TARGET_UNKNOWN", "ID_MISSING");
    assertThat(answers)
        .extracting(answer -> answer.json().path("header").asText())
        .containsExactly("delay-if-exists", "delay-target-topic", "");
    assertThat(answers.get(0).job()).isEqualTo("SCHEDULED 1");
    assertThat(answers.get(2).json().has("id")).isFalse();
    assertThat(scheduler.deadLetters()).hasSize(3);
  }

  @Test
  void aStaleVersionChangesNothing() {
    // Given
    scheduler.send(job("a", 100));
    scheduler.send(Request.reschedule("a", START + 200));

    // When
    scheduler.send(Request.cancel("a").header("delay-if-version", "1").answered("1"));
    scheduler.send(Request.cancel("a").header("delay-if-version", "2").answered("2"));

    // Then
    assertThat(told(scheduler)).containsExactly("1 STALE SCHEDULED 2", "2 CANCELLED CANCELLED 2");
  }

  @Test
  void anAnswerThatCannotBeSentIsDroppedAndTheChangeStays() {
    // Given
    scheduler.topics().set("closed", new TopicStatus.Unwritable());
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 600));
    scheduler.topics().set("dark", new TopicStatus.Unreadable());

    // When
    for (var topic : List.of("closed", "narrow", "dark")) {
      scheduler.send(job(topic, 100).header("delay-reply-topic", topic));
    }

    // Then
    scheduler.advance(100);
    assertThat(scheduler.delivered()).containsExactlyInAnyOrder("closed", "narrow", "dark");
    assertThat(scheduler.metrics().registry().getSampleValue("delaygate_replies_dropped_total"))
        .isEqualTo(3);
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  static List<String> told(SchedulerDriver scheduler) {
    return scheduler.answers().stream()
        .map(answer -> answer.correlation() + " " + answer.outcome() + " " + answer.job())
        .toList();
  }

  private static Request job(String id, long inMs) {
    return Request.schedule(id, "orders", START + inMs);
  }
}
