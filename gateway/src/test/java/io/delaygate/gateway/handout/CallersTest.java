package io.delaygate.gateway.handout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Who gets what, and how much is taken ahead, by a clock that stands still until it is moved. */
class CallersTest {
  private static final long LEASE_MS = 5_000;
  private static final int BUSY = 20;

  private final AtomicInteger sequence = new AtomicInteger();
  private final AtomicInteger foundEmpty = new AtomicInteger();
  private long now;
  private final Callers callers = new Callers(() -> now);

  @Test
  void whoCameFirstIsGivenFirst() {
    var first = join(2);
    var second = join(1);

    settle(callers.give(List.of(held(LEASE_MS), held(LEASE_MS), held(LEASE_MS))));

    assertThat(ids(first)).containsExactly("0", "1");
    assertThat(ids(second)).containsExactly("2");
  }

  @Test
  void whoLeftIsGivenNothing() {
    var call = join(1);
    callers.leave(call);

    callers.give(List.of(held(LEASE_MS)));

    assertThat(call.answer()).isNotDone();
    assertThat(callers.takeStock()).hasSize(1);
  }

  @Test
  void asMuchIsWantedAsCallersWait() {
    assertThat(callers.wanted(0)).isEmpty();
    join(3);
    join(2);

    assertThat(callers.wanted(0)).hasSize(5).containsOnly(LEASE_MS + 500);
  }

  @Test
  void whatIsUnderWayIsNotAskedForAgain() {
    join(3);

    assertThat(callers.wanted(2)).hasSize(1);
    assertThat(callers.wanted(4)).isEmpty();
  }

  @Test
  void aLeaseIsAskedForLongerWhereJobsAreLongOnTheirWay() {
    join(1);
    arrivesAfter(Duration.ofMillis(250));
    assertThat(callers.wanted(0)).containsExactly(LEASE_MS + 500);

    arrivesAfter(Duration.ofSeconds(2));
    assertThat(callers.wanted(0)).containsExactly(LEASE_MS + 4_000);

    arrivesAfter(Duration.ofSeconds(1));
    assertThat(callers.wanted(0)).as("the longest is forgotten").containsExactly(LEASE_MS + 3_500);

    arrivesAfter(Duration.ofSeconds(6));
    assertThat(callers.wanted(0)).as("no longer than that").containsExactly(LEASE_MS + 10_000);
  }

  @Test
  void nothingIsTakenAheadBelowTwentyASecond() {
    take(BUSY - 1);

    assertThat(callers.wanted(0)).isEmpty();
    callers.give(List.of(held(LEASE_MS)));
    assertThat(callers.tooLong()).as("nobody is waited for").hasSize(1);
  }

  @Test
  void underLoadHalfASecondIsTakenAhead() {
    take(2 * BUSY);

    assertThat(callers.wanted(0)).hasSize(BUSY);
    callers.give(IntStream.range(0, BUSY).mapToObj(i -> held(LEASE_MS + 1_000)).toList());
    assertThat(callers.wanted(0)).isEmpty();
  }

  @Test
  void noMoreAreTakenAheadThanALargeReaderTakes() {
    take(1_100);

    assertThat(callers.wanted(0)).hasSize(512);
  }

  @Test
  void whatNobodyCameForIsGivenBackAfterHalfASecond() {
    take(BUSY);
    callers.give(List.of(held(LEASE_MS + 1_000)));

    pass(Callers.HOLD);
    assertThat(callers.tooLong()).isEmpty();
    pass(Duration.ofNanos(1));
    assertThat(callers.tooLong()).hasSize(1);
    assertThat(callers.isNobodyThere()).isTrue();
  }

  @Test
  void aCallerIsGivenFromTheStockWhatLastsLongEnough() {
    take(BUSY);
    callers.give(List.of(held(LEASE_MS + 100)));

    pass(Duration.ofMillis(101));
    var late = join(1);
    assertThat(late.answer()).isNotDone();
    callers.leave(late);

    callers.give(List.of(held(LEASE_MS + 100)));
    pass(Duration.ofMillis(100));
    assertThat(ids(join(1))).containsExactly("" + (sequence.get() - 1));
  }

  @Test
  void aCallerIsGivenOfTheStockWhatCameFirstAndNoMoreThanHeWants() {
    take(3 * BUSY);
    var first = sequence.get();
    callers.give(IntStream.range(0, 3).mapToObj(i -> held(LEASE_MS + 1_000)).toList());

    assertThat(ids(join(2))).containsExactly("" + first, "" + (first + 1));
    assertThat(ids(join(2))).containsExactly("" + (first + 2));
  }

  @Test
  void whatIsTakenAheadLastsForTheLongestLeaseThatWasAskedForLately() {
    var slack = 1_000;
    callers.leave(join(1, LEASE_MS));
    callers.leave(join(1, 1_000));
    pass(Duration.ofSeconds(1));
    callers.leave(join(1, 2_000));
    assertThat(callers.leaseAheadMs()).isEqualTo(LEASE_MS + slack);

    pass(Duration.ofSeconds(1));
    assertThat(callers.leaseAheadMs()).isEqualTo(2_000 + slack);
    callers.give(List.of(held(2_000 + slack)));
    assertThat(ids(join(1, 1_000))).hasSize(1);
  }

  @Test
  void aLeaseIsNoMoreThanThreeTimesAsLongAsWasAskedFor() {
    take(BUSY);
    var longest = 3 * 1_000 + 1_000;
    callers.give(List.of(held(longest + 1)));
    var call = join(1, 1_000);
    assertThat(call.answer()).isNotDone();

    settle(callers.give(List.of(held(longest))));
    assertThat(ids(call)).hasSize(1);
  }

  @Test
  void callersAreToldThatNothingIsThere() {
    join(1);
    join(1);

    callers.lookers().forEach(Runnable::run);

    assertThat(foundEmpty).hasValue(2);
    assertThat(callers.count()).isEqualTo(2);
  }

  /** So many callers come for one job each, and get it. */
  private void take(int jobs) {
    for (var i = 0; i < jobs; i++) {
      var call = join(1);
      callers.give(List.of(held(LEASE_MS)));
      call.settle();
      callers.leave(call);
    }
  }

  /** Too late for whoever waits. */
  private void arrivesAfter(Duration way) {
    var held = held(LEASE_MS);
    pass(way);
    callers.give(List.of(held));
  }

  private WaitingCall join(int count) {
    return join(count, LEASE_MS);
  }

  private WaitingCall join(int count, long leaseMs) {
    var call = new WaitingCall(count, leaseMs);
    callers.join(call, foundEmpty::incrementAndGet);
    call.settle();
    return call;
  }

  private Held held(long leaseMs) {
    var id = new JobId(Integer.toString(sequence.getAndIncrement()));
    var job = new ReadyJob(id, "l", new ConsumerRecord<>("q", 0, 0, id.bytes(), null));
    return new Held("q", job, JsonNodeFactory.instance.objectNode(), leaseMs, now);
  }

  private static void settle(List<WaitingCall> calls) {
    calls.forEach(WaitingCall::settle);
  }

  private static List<String> ids(WaitingCall call) {
    return call.answer().join().stream().map(held -> held.job().id().text()).toList();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
