package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.due.TopicsAhead;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Targets are told before their jobs are due, to whoever wants to know. */
class LookAheadTest {
  private final Curious curious = new Curious();

  @RegisterExtension
  final SchedulerDriver scheduler = new SchedulerDriver(Setup.usual().lookingAhead(curious));

  @BeforeEach
  void schedule() {
    for (var topic : List.of("mails", "invoices", "letters")) {
      scheduler.topics().add(topic);
    }
    scheduler.send(Request.schedule("now", "orders", START + 10));
    scheduler.send(Request.schedule("soon", "mails", START + 2_010));
    scheduler.send(Request.schedule("urgent", "letters", START + 500));
    scheduler.send(Request.schedule("later", "invoices", START + 2_011));
  }

  @Test
  void nobodyIsToldUnasked() {
    scheduler.advance(10);

    assertThat(curious.told).isEmpty();
  }

  @Test
  void whatIsDueWithinTwoSecondsIsToldOncePerWish() {
    // When
    curious.wishes++;
    scheduler.advance(10);
    scheduler.advance(490);

    // Then
    assertThat(curious.told).containsExactly(Set.of("orders", "mails", "letters"));
    assertThat(scheduler.delivered()).containsExactly("now");
  }

  @Test
  void aTopicThatIsGoneIsNotTold() {
    // Given
    scheduler.topics().drop("letters");

    // When
    curious.wishes++;
    scheduler.advance(10);

    // Then
    assertThat(curious.told).containsExactly(Set.of("orders", "mails"));
  }

  private static final class Curious implements TopicsAhead {
    private final List<Set<String>> told = new ArrayList<>();
    private int wishes;

    @Override
    public int wishes() {
      return wishes;
    }

    @Override
    public void expect(Set<String> topics) {
      told.add(Set.copyOf(topics));
    }
  }
}
