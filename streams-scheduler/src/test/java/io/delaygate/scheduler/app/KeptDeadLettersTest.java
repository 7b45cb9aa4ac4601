package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.directory.TopicStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of dead letters whose topic cannot take them: they are kept, and later sent unchanged. */
class KeptDeadLettersTest {
  private static final String LETTERS = Setup.NAMES.deadLetters();

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();
  @RegisterExtension final SchedulerDriver reference = new SchedulerDriver();

  @Test
  void lettersArriveByteForByteWhenTheirTopicIsBackAndOthersPassMeanwhile() {
    // Given
    scheduler.topics().drop(LETTERS);
    for (var one : List.of(scheduler, reference)) {
      rejectAndLetDie(one);
    }
    var meanwhile = scheduler.delivered();
    var early = scheduler.deadLetters();
    scheduler.advance(Setup.PARK_MAX.toMillis() * 2);

    // When
    scheduler.topics().add(LETTERS);
    scheduler.advance(1000);
    scheduler.advance(1000);

    // Then
    assertThat(meanwhile).containsExactly("healthy");
    assertThat(early).isEmpty();
    var expected = reference.deadLetters();
    var letters = scheduler.deadLetters();
    assertThat(letters).hasSize(2).hasSameSizeAs(expected);
    for (var i = 0; i < letters.size(); i++) {
      assertThat(letters.get(i).record().key()).isEqualTo(expected.get(i).record().key());
      assertThat(letters.get(i).record().value()).isEqualTo(expected.get(i).record().value());
      assertThat(letters.get(i).headers()).isEqualTo(expected.get(i).headers());
    }
    scheduler.advance(10_000);
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  @Test
  void anOwnTopicThatCannotTakeTheLetterIsReplacedByTheGeneralOne() {
    // Given
    scheduler.topics().add("own-letters");
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 300));
    scheduler.send(
        Request.schedule("a", "narrow", START + 10)
            .header("delay-dead-letter-topic", "own-letters"));
    scheduler.topics().set("narrow", new TopicStatus.Writable(1, 50));

    // When
    var leaderless = Map.of(0, ReasonCode.TARGET_NO_LEADER);
    scheduler
        .topics()
        .set("own-letters", new TopicStatus.Writable(1, 1 << 20, false, 1 << 30, leaderless));
    scheduler.advance(10);

    // Then
    assertThat(scheduler.produced("own-letters")).isEmpty();
    assertThat(scheduler.deadLetters()).extracting(Delivered::key).containsExactly("a");
  }

  private static void rejectAndLetDie(SchedulerDriver one) {
    one.topics().set("narrow", new TopicStatus.Writable(1, 300));
    one.send(
        Request.schedule("rejected", "nowhere", START + 5)
            .header("trace", "1")
            .header("trace", null));
    one.send(Request.schedule("dying", "narrow", START + 10).header("trace", "2"));
    one.send(Request.schedule("healthy", "orders", START + 10));
    one.topics().set("narrow", new TopicStatus.Writable(1, 50));
    one.advance(10);
  }
}
