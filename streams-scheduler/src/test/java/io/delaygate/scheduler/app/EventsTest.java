package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.directory.TopicStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EventsTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void eachTransitionIsAnEvent() {
    // Given
    scheduler.topics().set("closed", new TopicStatus.Unwritable());

    // When
    scheduler.send(job("a", 10));
    scheduler.send(job("a", 20));
    scheduler.send(Request.reschedule("a", START + 30));
    scheduler.send(Request.cancel("a"));
    scheduler.send(Request.cancel("a"));
    scheduler.send(job("b", 5));
    scheduler.advance(7);
    scheduler.send(Request.schedule("c", "closed", START));
    scheduler.advance(Setup.PARK_MAX.toMillis());

    // Then
    assertThat(scheduler.events())
        .containsExactly(
            "SCHEDULED a 1",
            "REPLACED a 2",
            "RESCHEDULED a 3",
            "CANCELLED a 3",
            "SCHEDULED b 1",
            "DELIVERED b 1",
            "SCHEDULED c 1",
            "PARKED c 2",
            "DEAD c 3");
  }

  @Test
  void aParkedJobThatExpiresDoesNotLeaveWhenItsTargetComesBack() {
    // Given
    scheduler.topics().set("orders", new TopicStatus.Unwritable());
    scheduler.send(job("a", 10).header("delay-ttl-ms", "5000"));
    scheduler.advance(10);

    // When
    scheduler.advance(6_000);
    scheduler.topics().add("orders");
    scheduler.advance(Setup.RECHECK.toMillis());

    // Then
    assertThat(scheduler.delivered()).isEmpty();
    assertThat(scheduler.events()).containsExactly("SCHEDULED a 1", "PARKED a 2", "EXPIRED a 2");
  }

  @Test
  void aDeliverysEventSaysHowLateItWas() {
    // When
    scheduler.send(job("a", 10));
    scheduler.advance(13);

    // Then
    var events = scheduler.produced(Setup.NAMES.events()).stream().map(Answer::new).toList();
    assertThat(events.get(1).json().path("latenessMs").asLong()).isEqualTo(3);
    assertThat(events.get(1).record().key()).isEqualTo("a");
  }

  @Test
  void aTopicOfEventsThatIsGoneCostsNoJob() {
    // Given
    scheduler.topics().drop(Setup.NAMES.events());

    // When
    scheduler.send(job("a", 0));

    // Then
    assertThat(scheduler.delivered()).containsExactly("a");
    assertThat(scheduler.events()).isEmpty();
  }

  private static Request job(String id, long inMs) {
    return Request.schedule(id, "orders", START + inMs);
  }
}
